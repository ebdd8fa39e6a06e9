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
  status: {
    min_cycle_seconds: 1,
    line_start: "#[cyc]",
    line_end: "#[nocyc]"
  },
  hints: {
    default_priority: "normal",
    text_input_roles: ["AXTextField", "AXTextArea", "AXSearchField", "AXComboBox"],
    link_modifiers: {
      AXLink: {
        f: [],
        F: ["command", "shift"]
      },
      FlashTerminalLink: {
        f: ["shift"],
        F: ["command", "shift"]
      }
    }
  },
  priorities: ["low", "normal", "high", "important", "urgent"],
  source_weights: {
    low: -20,
    normal: 0,
    high: 25,
    important: 100,
    urgent: 250
  },
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
    snapshot_reason: "initialize",
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
  host_call_families: {
    "host.ax_": "accessibility"
  },
  host_call_bounds: {
    fetch_redirects_most: 10,
    key_code_most: 127,
    key_modifiers: ["command", "control", "option", "shift"],
    media_key_code_most: 31,
    post_keys_most: 32,
    post_keys_interval_ms: {
      least: 8,
      default: 35,
      most: 100
    },
    process_sample_window_ms: {
      least: 10,
      default: 150,
      most: 2000
    },
    signal_pid_least: 2,
    notify_duration_ms: {
      least: 500,
      default: 3000,
      most: 10000
    },
    notify_interval_ms: 1000,
    ax_roots: ["windows", "app"],
    ax_follow: ["AXChildren", "AXChildrenInNavigationOrder"],
    ax_max_nodes: 3000,
    ax_action: "AXPress"
  },
  host_call_errors: {
    fetch_url: "host.fetch requires a valid https url param",
    fetch_not_allowed: "url not in fetch_urls allowlist",
    fetch_too_large: "response exceeds the 1 MiB host.fetch cap",
    fetch_not_text: "response is not UTF-8 text",
    fetch_failed: "fetch failed: <reason>",
    activate_pid: "host.activate requires pid",
    activate_no_app: "no running app for pid",
    open_target: "host.open requires url or bundle_id",
    open_failed: "open failed",
    media_key_code: "host.post_media_key requires key_code 0-31",
    media_key_failed: "media key event synthesis failed",
    process_table_pid: "host.process_table pid must be positive",
    signal_pid: "host.signal requires pid > 1",
    signal_failed: "signal failed: <reason>",
    clipboard_text: "host.clipboard_write requires text under 1 MiB",
    notify_message: "host.notify requires a message under 1 KiB",
    notify_rate: "host.notify rate limit: 1 per second",
    wifi_authorization: "host.wifi_info requires a boolean request_authorization param",
    storage_get_key: "host.storage_get requires a key under 128 bytes",
    storage_set_key: "host.storage_set requires a key under 128 bytes",
    storage_value: "host.storage_set value must be a string or null",
    storage_bound: "storage bound exceeded (64 KiB value, 256 entries)",
    storage_unavailable: "storage unavailable",
    post_keys_params: "host.post_keys requires pid and 1-32 keys",
    post_keys_key: "each key needs key_code and non-empty modifiers",
    post_keys_modifier: "unknown modifier: <modifier>",
    post_keys_unavailable: "key posting unavailable",
    global_key_params: "host.post_global_key requires key_code and valid non-empty modifiers",
    global_key_unavailable: "global key posting unavailable",
    global_key_failed: "global key event synthesis failed",
    ax_snapshot_pid: "host.ax_snapshot requires pid",
    ax_snapshot_scalars: "invalid snapshot scalar params",
    ax_perform_handle: "host.ax_perform requires handle",
    ax_set_params: "host.ax_set requires handle and attribute",
    ax_set_value: "host.ax_set value must be a bool or string",
    ax_select_params: "host.ax_select_child requires parent and child",
    ax_stale: "stale ax handle",
    ax_foreign: "ax handles belong to different processes",
    ax_action_failed: "ax action failed",
    ax_set_failed: "ax set failed",
    ax_select_failed: "ax select failed",
    unavailable: "<method> is unavailable on this host"
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
  binding_only_actions: ["app_reload_force"],
  manifest: {
    default_priority: 25,
    max_values: 10000,
    source_kinds: ["default", "locations"],
    mapping_modes: ["all", "normal", "insert", "terminal", "command", "hyper", "hold"],
    reserved_commands: {
      verbs: ["confirm", "enter_normal_mode", "plugins", "send_key"],
      queries: ["config_check", "doctor", "status"]
    }
  }
} as const
