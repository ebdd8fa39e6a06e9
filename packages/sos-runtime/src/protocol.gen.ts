/** Written by `scripts/generate-protocol.ts` from `protocol/sos-plugin.json`; change that file, then run the script. */
export const protocol = {
  protocol: "sos-plugin/1",
  methods: {
    initialize: "initialize",
    invoke: "invoke",
    cancel: "cancel",
    shutdown: "shutdown"
  },
  limits: {
    message_bytes: 1048576,
    max_in_flight: 1
  },
  quotas: {
    output_bytes: 67108864,
    stderr_bytes: 1048576,
    error_data_bytes: 65536,
    error_text_characters: 4096
  },
  cancellation: {
    grace: 500
  }
} as const
