/** Written by `scripts/generate-protocol.ts` from `protocol/flash.json`; change that file, then run the script. */
export const protocol = {
  protocol_version: 1,
  deadlines: {
    startup: 5000,
    query: 50,
    live: 1000,
    hints: 500,
    perform: 10000,
    ping: 10000
  },
  liveness: {
    idle_before_ping: 60000,
    sweep: 30000
  },
  shutdown: {
    grace: 1000,
    kill: 500
  },
  restart: {
    step: 1000,
    cap: 30000,
    window: 300000,
    failures: 5
  },
  retention: {
    status_on_reload: 10000,
    covered_widget: 30000,
    catalog_tick: 1000,
    event_burst: 500,
    file_watch: 300
  },
  plugin: {
    shutdown_budget: 750,
    host_call: 5000,
    fetch_call: 10000,
    deadline_ms_most: 600000,
    early_stop_divisor: 10,
    early_stop_most: 50
  },
  quotas: {
    frame_bytes: 10485760,
    catalog_rows: 10000,
    catalog_bytes: 4194304,
    title_bytes: 4096,
    url_bytes: 16384,
    metadata_entries: 64,
    metadata_key_bytes: 256,
    metadata_value_bytes: 65536,
    effect_text_bytes: 65536,
    answers: 16,
    answers_bytes: 262144,
    answer_field_bytes: 16384,
    clipboard_write_bytes: 1048576,
    notify_message_bytes: 1024,
    storage_key_bytes: 128,
    storage_value_bytes: 65536,
    storage_entries: 256,
    fetch_response_bytes: 1048576,
    fetch_timeout_ms: 8000
  },
  transport: {
    plugin_requests: 16,
    plugin_request_bytes: 33554432,
    plugin_host_calls: 64,
    plugin_outbound_frames: 64,
    plugin_outbound_bytes: 16777216,
    plugin_event_frames: 256,
    plugin_event_bytes: 16777216,
    plugin_replacement_slots: 256,
    host_pending_requests: 64,
    host_host_rpcs: 64,
    host_outbound_frames: 256,
    host_outbound_bytes: 20971520,
    host_inbound_frames: 256,
    host_inbound_bytes: 20971520
  },
  stderr: {
    line_bytes: 4096,
    lines: 20,
    window: 10000
  },
  poll: {
    priorities: {
      high: 25,
      normal: 100,
      low: 1000
    },
    host_priorities: {
      system: 5
    },
    min_every_ms: 50,
    max_seconds: 86400,
    max_registrations: 64,
    max_name_bytes: 64,
    event_prefix: "core:poll:"
  },
  priorities: ["low", "normal", "high", "important", "urgent"],
  host_events: {
    names: [
      "core:flash.started",
      "core:apps.changed",
      "core:apps.launched",
      "core:apps.terminated",
      "core:focus.changed",
      "core:window.focus.changed",
      "core:ax.changed",
      "core:clipboard.changed",
      "core:config.changed",
      "core:power.changed",
      "core:network.changed",
      "core:volumes.changed",
      "core:space.changed",
      "core:status.observed",
      "core:session.opened"
    ],
    replacement: [
      "core:apps.changed",
      "core:focus.changed",
      "core:window.focus.changed",
      "core:ax.changed",
      "core:clipboard.changed",
      "core:config.changed",
      "core:power.changed",
      "core:network.changed",
      "core:volumes.changed",
      "core:space.changed",
      "core:status.observed"
    ],
    coalescing_payload_keys: {
      "core:ax.changed": ["pid", "notification"]
    },
    capabilities: {
      "core:clipboard.changed": "clipboard"
    },
    ax_notifications: [
      "AXFocusedUIElementChanged",
      "AXFocusedWindowChanged",
      "AXMainWindowChanged",
      "AXLayoutChanged",
      "AXSelectedChildrenChanged",
      "AXSelectedRowsChanged",
      "AXValueChanged",
      "AXWindowResized",
      "AXWindowMoved",
      "AXWindowCreated",
      "AXWindowMiniaturized",
      "AXWindowDeminiaturized",
      "AXApplicationHidden",
      "AXApplicationShown",
      "AXTitleChanged",
      "AXCreated",
      "AXUIElementDestroyed",
      "AXRowExpanded",
      "AXRowCollapsed"
    ]
  },
  errors: {
    unknown_method: "unknown method: <method>",
    protocol_mismatch: "protocol version mismatch: host v<host>, plugin v<plugin>",
    initialize_repeated: "initialize may only be called once",
    host_closed: "host closed stdin",
    host_call_timeout: "host call timed out",
    frame_overflow: "response exceeded outbound frame limit",
    capability_denied: "missing <capability> capability",
    request_capacity: "plugin request capacity exceeded",
    host_call_capacity: "host call capacity exceeded",
    deadline_exceeded: "deadline exceeded"
  },
  plugin_errors: {
    invalid_params: "invalid <method> params",
    unknown_perform_kind: "unknown perform kind: <kind>",
    invalid_hints_response: "invalid hints response",
    invalid_host_response: "invalid host response",
    invalid_target_pid: "invalid perform target_pid",
    invalid_navigation_url: "invalid perform navigation_url",
    perform_failed: "perform failed",
    perform_not_encodable: "perform response could not be encoded",
    host_call_overflow: "host call exceeded outbound frame limit"
  },
  capabilities: [
    "accessibility",
    "app_control",
    "clipboard",
    "media_keys",
    "network",
    "network_fetch",
    "notify",
    "open",
    "process_control",
    "subprocess",
    "wifi_info"
  ],
  host_calls: {
    "host.ping": null,
    "host.storage_get": null,
    "host.storage_set": null,
    "host.fetch": "network_fetch",
    "host.normal_mode_target": "app_control",
    "host.activate": "app_control",
    "host.open": "open",
    "host.post_media_key": "media_keys",
    "host.process_table": "process_control",
    "host.signal": "process_control",
    "host.clipboard_write": "clipboard",
    "host.notify": "notify",
    "host.wifi_info": "wifi_info",
    "host.post_keys": "accessibility",
    "host.post_global_key": "accessibility",
    "host.ax_snapshot": "accessibility",
    "host.ax_perform": "accessibility",
    "host.ax_set": "accessibility",
    "host.ax_select_child": "accessibility"
  },
  actions: [
    "tab_select",
    "tab_next",
    "tab_previous",
    "tab_first",
    "tab_last",
    "tab_new",
    "tab_close",
    "tab_reopen",
    "tab_move_next",
    "tab_move_previous",
    "pane_next",
    "pane_previous",
    "pane_split_vertical",
    "pane_split_horizontal",
    "pane_close",
    "app_reload",
    "app_reload_force",
    "resource_archive",
    "resource_next",
    "resource_previous",
    "scroll_top",
    "scroll_bottom",
    "history_back",
    "history_forward",
    "app_undo",
    "app_redo",
    "app_find",
    "app_save",
    "app_print",
    "document_open",
    "window_new",
    "window_close",
    "clipboard_copy",
    "clipboard_cut",
    "clipboard_paste"
  ],
  binding_only_actions: ["app_reload_force"]
} as const
