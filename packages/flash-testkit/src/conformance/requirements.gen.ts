/** Written by `scripts/generate-requirements.ts` from `protocol/requirements.json`; change that file, then run the script. */
export const requirements = {
  "FLASH-ANS-03": {
    level: "must",
    text: "A plugin reads query, scope and surface as text, empty where left out or null, and ignores other keys; another type is answered with invalid evaluate params.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-ANS-04": {
    level: "must",
    text: "The reply has exactly ok and answers.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-ANS-05": {
    level: "must",
    text: "Input that no evaluator claims is answered with no answers, not with an error.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-ANS-06": {
    level: "must",
    text: "An answer has no keys but title, subtitle and effect.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-ANS-07": {
    level: "must",
    text: "An answer has a title that is not empty and has at most 16384 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-ANS-08": {
    level: "must",
    text: "An answer's subtitle may be empty, null or left out and has at most 16384 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-ANS-09": {
    level: "must",
    text: "An answer has an effect: copy_text or insert_text with text that is not empty and has at most 16384 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-ANS-10": {
    level: "must",
    text: "A reply has at most 16 answers.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-ANS-11": {
    level: "must",
    text: "The encoding of a reply's answers has at most 262144 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAP-02": {
    level: "must",
    text: "A host call whose capability is not declared is answered `missing <capability> capability`, and nothing is declared by default.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-CAP-05": {
    level: "must",
    text: "A method that is no host call is answered `unknown method: <method>`, with the method's name as it came.",
    spec: "flash-facts.md#7-host-rpcs-request-idmethodparams--idresult"
  },
  "FLASH-CAT-01": {
    level: "must",
    text: "The params of publish are exactly rows, a list.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-CAT-03": {
    level: "must",
    text: "A row's source is one of the manifest's sources, to the letter.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-04": {
    level: "must",
    text: "A row has no keys but source, title, url, metadata and effect; a routing source_id never crosses the wire.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-05": {
    level: "must",
    text: "A row has a title that is not empty and has at most 4096 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-06": {
    level: "must",
    text: "A row's url may be null or left out, is an absolute address and has at most 16384 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-07": {
    level: "must",
    text: "Metadata may be null or left out and has at most 64 entries.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-08": {
    level: "must",
    text: "A metadata key has at most 256 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-09": {
    level: "must",
    text: "A metadata value is text of at most 65536 bytes, and not null.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-10": {
    level: "must",
    text: "A metadata priority is one of the five saliences.",
    spec: "flash-facts.md#8-rows-answers-effects-byte-accounting"
  },
  "FLASH-CAT-11": {
    level: "must",
    text: "A catalog has at most 10000 rows.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-12": {
    level: "must",
    text: "The encoding of a catalog's rows has at most 4194304 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CAT-16": {
    level: "must",
    text: "A row's effect may be null or left out; copy_text and insert_text have text that is not empty and has at most 65536 bytes.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-CONF-01": {
    level: "should",
    text: "A plugin drops a line that holds half of a surrogate pair.",
    spec: "decisions.md#b1"
  },
  "FLASH-CONF-02": {
    level: "should",
    text: "A plugin drops a line that holds a number too large for a double.",
    spec: "decisions.md#b1"
  },
  "FLASH-CONF-03": {
    level: "should",
    text: "A plugin takes a number with a fraction for no id, 1.0 included.",
    spec: "decisions.md#b2"
  },
  "FLASH-DEAD-03": {
    level: "must",
    text: "The timeout_ms of a command takes the place of perform's deadline.",
    spec: "flash-plugin-protocol.md#deadlines"
  },
  "FLASH-DEAD-07": {
    level: "must",
    text: "initialize waits by startup, evaluate by query, perform by perform and ping by ping.",
    spec: "flash-plugin-protocol.md#deadlines"
  },
  "FLASH-ENV-01": {
    level: "must",
    text: "A frame with id and method is a request, one with id alone a reply, one with method alone a notification.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-02": {
    level: "must",
    text: "The host drops a frame with any key but id, method, params and result.",
    spec: "decisions.md#f5"
  },
  "FLASH-ENV-03": {
    level: "must",
    text: "A plugin ignores envelope keys it does not know.",
    spec: "decisions.md#f5"
  },
  "FLASH-ENV-04": {
    level: "must",
    text: "An id is a positive integer: a boolean, text, zero, a negative number or a number with a fraction or an exponent is none, and such a request gets no reply.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-05": {
    level: "must",
    text: "An id up to 9007199254740991 is echoed exactly.",
    spec: "flash-facts.md#19-hard-edge-cases-worth-a-test-input--expected"
  },
  "FLASH-ENV-06": {
    level: "must",
    text: "A frame with id and method is a request even if the receiver waits for a reply to its own request of that id.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-07": {
    level: "must",
    text: "Each side counts the ids of its own requests upwards from its first.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-08": {
    level: "must",
    text: "A request gets exactly one reply; a reply to an unknown id, a second reply and a late one are dropped.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-09": {
    level: "must",
    text: "Params that are left out are an empty object.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-10": {
    level: "must",
    text: "The host drops a frame whose params are no object; a plugin leaves them to the method.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-11": {
    level: "must",
    text: "A method is text that is not empty; where it is not, the host drops the frame and a plugin takes one with an id as a reply.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-12": {
    level: "must",
    text: "The host drops a frame with both method and result; a plugin goes by the method.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-13": {
    level: "must",
    text: "A frame with a null id and a method is a notification to a plugin and dropped by the host.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-18": {
    level: "must",
    text: "A malformed trace that was received counts as none.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-ENV-19": {
    level: "must",
    text: "A request of a plugin carries neither trace nor deadline_ms.",
    spec: "decisions.md#f5"
  },
  "FLASH-ENV-20": {
    level: "must",
    text: "A frame with neither id nor method is dropped.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-ENV-21": {
    level: "must",
    text: "A request that comes without an id is a notification and gets no reply.",
    spec: "flash-facts.md#19-hard-edge-cases-worth-a-test-input--expected"
  },
  "FLASH-ENV-22": {
    level: "must",
    text: "A notification that comes with an id is a request for an unknown method, and nothing of it is applied.",
    spec: "flash-facts.md#19-hard-edge-cases-worth-a-test-input--expected"
  },
  "FLASH-EVT-02": {
    level: "must",
    text: "An event is a notification of the host with a name and a payload object.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-EVT-03": {
    level: "must",
    text: "A plugin drops an event whose name is missing, no text or blank.",
    spec: "flash-facts.md#5-events"
  },
  "FLASH-EVT-04": {
    level: "must",
    text: "A payload that is left out or null reads as empty.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-EVT-05": {
    level: "must",
    text: "Payload fields that a plugin does not know are passed over.",
    spec: "flash-facts.md#5-events"
  },
  "FLASH-EVT-06": {
    level: "must",
    text: "A payload that is no object drops the event, and so does a known payload field of another type, except in core:status.observed; a known field may be null.",
    spec: "flash-facts.md#5-events"
  },
  "FLASH-EVT-07": {
    level: "must",
    text: "core:ax.changed carries a valid pid and a notification that is not empty, whether the host's list has it or not; otherwise it is dropped.",
    spec: "flash-facts.md#5-events"
  },
  "FLASH-EVT-11": {
    level: "must",
    text: "The eleven replacement kinds supersede earlier events of the same coalescing key; no other event has a key.",
    spec: "flash-plugin-protocol.md#event-coalescing"
  },
  "FLASH-EVT-15": {
    level: "must",
    text: "A poll tick is named core:poll: and the registration's name, carries an empty payload and goes to the plugin whatever it listens to.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-EVT-24": {
    level: "must",
    text: "A plugin drops a core:status.observed whose segments are missing, null, no list, or hold anything but text, an empty name or a name twice.",
    spec: "flash-plugin-protocol.md#status-observation"
  },
  "FLASH-FRAM-01": {
    level: "must",
    text: "A frame is one JSON object in UTF-8 on one line that ends in a newline, in both directions.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-FRAM-02": {
    level: "must",
    text: "Only the byte 0x0A ends a line: no carriage return, no U+2028, U+2029 or U+0085 does.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-FRAM-03": {
    level: "must",
    text: "A line of 10485760 bytes without its newline is a frame; a line of one byte more is not, whichever side sent it.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-FRAM-04": {
    level: "must",
    text: "A line that is dropped costs no other line: reading goes on after the next newline.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-FRAM-05": {
    level: "must",
    text: "A line that is not valid UTF-8 is dropped; no byte of it is replaced.",
    spec: "decisions.md#b1"
  },
  "FLASH-FRAM-06": {
    level: "must",
    text: "A line that starts with a byte order mark is dropped.",
    spec: "decisions.md#b1"
  },
  "FLASH-FRAM-07": {
    level: "must",
    text: "A line that is not JSON, or is JSON but no object, is dropped.",
    spec: "decisions.md#b1"
  },
  "FLASH-FRAM-10": {
    level: "must",
    text: "A carriage return before the newline is JSON white space; a line of nothing but white space is no frame.",
    spec: "decisions.md#b1"
  },
  "FLASH-FRAM-11": {
    level: "must",
    text: "A line without any byte is told apart from a bad one, so that it can be skipped in silence.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-FRAM-12": {
    level: "must",
    text: "What follows the last newline when the input ends is discarded, even if it is a whole frame.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-FRAM-13": {
    level: "must",
    text: "A line over the cap is reported once, as soon as it passes the cap, and is not kept.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-FRAM-14": {
    level: "must",
    text: "Of members with the same name the last one counts, and nothing of the others.",
    spec: "decisions.md#b3"
  },
  "FLASH-FRAM-15": {
    level: "must",
    text: "A member name that the other side chose, __proto__ included, is an ordinary name and reaches no prototype.",
    spec: "decisions.md#b3"
  },
  "FLASH-FRAM-18": {
    level: "must",
    text: "How the bytes of a stream are cut into chunks changes nothing, inside a character or not.",
    spec: "decisions.md#b8"
  },
  "FLASH-HINT-02": {
    level: "must",
    text: "A plugin reads each param where it is there and not null: text, a process id, a frame with all four numbers.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-03": {
    level: "must",
    text: "A plugin refuses params of another type with invalid hints params.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-04": {
    level: "must",
    text: "The reply is ok, a list of targets and perhaps context_pid, and has no other key.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-05": {
    level: "must",
    text: "A context_pid that is not null is a process id and the one that was asked for.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-06": {
    level: "must",
    text: "A target has an id, text that is not empty, and a nested frame.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-HINT-07": {
    level: "must",
    text: "A frame has exactly x, y, width and height, finite numbers; both sides are above 0 and the far edges finite.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-HINT-08": {
    level: "must",
    text: "A target's role, label and url are text, pid a process id, context_id text that is not empty, enters_insert_mode a boolean; each may be null.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-09": {
    level: "must",
    text: "Flat coordinates and unknown fields of a target are refused.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-HINT-11": {
    level: "must",
    text: "A target's priority is low, normal, high, important or urgent.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-HINT-17": {
    level: "must",
    text: "The deadline of hints is 500 ms.",
    spec: "flash-plugin-protocol.md#deadlines"
  },
  "FLASH-INIT-01": {
    level: "must",
    text: 'The host sends {"protocol_version":1} and the plugin accepts with {"ok":true,"protocol_version":1}, exactly.',
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-INIT-02": {
    level: "must",
    text: "A plugin of another version answers ok false with its own protocol_version and the canonical text, and then exits with status 0.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-INIT-03": {
    level: "must",
    text: "A host version that is no unsigned integer, or is missing, counts as 0 in the text.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-INIT-04": {
    level: "must",
    text: "A repeated initialize is refused whatever its version, without a protocol_version, and the plugin keeps serving.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-INIT-07": {
    level: "must",
    text: "The reply to a first initialize always carries the plugin's own version.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-INIT-08": {
    level: "must",
    text: 'A protocol version is an integer token: 1.0, true and "1" are not version 1.',
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-INIT-09": {
    level: "must",
    text: 'The host sends ping with {} and the plugin answers {"ok":true}.',
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-INIT-10": {
    level: "must",
    text: "A plugin answers ping whatever its params are.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-LOG-01": {
    level: "must",
    text: "A log line has level, message and fields, and a plugin always writes all three.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-LOG-02": {
    level: "must",
    text: "A level that is missing or unknown reads as info.",
    spec: "flash-facts.md#6-plugin--host-notifications"
  },
  "FLASH-LOG-03": {
    level: "must",
    text: "A message that is missing or no text reads as empty.",
    spec: "flash-facts.md#6-plugin--host-notifications"
  },
  "FLASH-LOG-04": {
    level: "must",
    text: "Fields that are not text by name read as none.",
    spec: "flash-facts.md#6-plugin--host-notifications"
  },
  "FLASH-LOG-05": {
    level: "must",
    text: "A log line written while a traced request is served carries its trace as params.trace; a malformed one is dropped.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-PERF-03": {
    level: "must",
    text: "A plugin refuses a resolve without a row with invalid perform params.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-PERF-08": {
    level: "must",
    text: "A missing or unknown kind is answered with unknown perform kind and its name, never with unhandled.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-PERF-09": {
    level: "must",
    text: "A success may carry target_pid, navigation_url and message and nothing else; null is absent and an empty message is none.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-PERF-10": {
    level: "must",
    text: "A target_pid is a native process id.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-PERF-11": {
    level: "must",
    text: "A navigation_url is an absolute address.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-PERF-12": {
    level: "must",
    text: 'Unhandled is exactly {"ok":false,"unhandled":true}.',
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-PERF-13": {
    level: "must",
    text: "A failure is exactly ok false with an error text.",
    spec: "flash-plugin-protocol.md#host--plugin"
  },
  "FLASH-PERF-14": {
    level: "must",
    text: "The outcomes exclude each other: fields of two of them in one reply make it malformed.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-POLL-01": {
    level: "must",
    text: "A poll notification carries exactly a registrations object, the complete set; an empty one stops polling.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-POLL-02": {
    level: "must",
    text: "A registration has exactly one of every and after, a number of seconds, and a priority; a second kind counts even if it is null.",
    spec: "flash-facts.md#6-plugin--host-notifications"
  },
  "FLASH-POLL-03": {
    level: "must",
    text: "every is at least 0.05 seconds, before any rounding.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-POLL-04": {
    level: "must",
    text: "every and after are at most 86400 seconds, and after is at least 0.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-POLL-05": {
    level: "must",
    text: "A registration's name is 1 to 64 characters a-z, 0-9, _ and -.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-POLL-06": {
    level: "must",
    text: "A set holds at most 64 registrations.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-POLL-07": {
    level: "must",
    text: "A plugin's priority is high, normal or low; system is the host's own and is refused.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-REF-01": {
    level: "must",
    text: "The canonical error texts are exact.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-REF-02": {
    level: "must",
    text: "A name in an error text stands in it as it came and is read for nothing else.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-RESP-01": {
    level: "must",
    text: "A result is a JSON object with a boolean ok.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-RESP-02": {
    level: "must",
    text: "A result with ok false carries an error text that is not empty; white space alone is empty.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-RESP-03": {
    level: "must",
    text: "Only perform may answer ok false without an error, by unhandled true.",
    spec: "flash-plugin-protocol.md#framing"
  },
  "FLASH-RESP-04": {
    level: "must",
    text: "A result with ok true carries neither error nor unhandled, not even as null.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-RESP-05": {
    level: "must",
    text: "A result with ok false carries nothing but ok and error.",
    spec: "flash-facts.md#2-framing"
  },
  "FLASH-SDK-07": {
    level: "must",
    text: "call_host always yields a result object: refusals, the death of the host and its timeout come as data.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-SDK-09": {
    level: "must",
    text: "The SDK reports a host that went away as `host closed stdin`.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-SDK-14": {
    level: "must",
    text: "The SDK runs its cleanup and exits with status 0 at the end of stdin.",
    spec: "flash-plugin-protocol.md#process-model"
  },
  "FLASH-SDK-18": {
    level: "must",
    text: "A log line never holds query text, candidate data, clipboard content, config values or event payloads.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-SHUT-01": {
    level: "must",
    text: "The end of stdin is the shutdown signal; there is no method for it.",
    spec: "flash-plugin-protocol.md#process-model"
  },
  "FLASH-SHUT-03": {
    level: "should",
    text: "A plugin exits when the process in FLASH_PLUGIN_PARENT_PID is gone.",
    spec: "flash-plugin-protocol.md#process-model"
  },
  "FLASH-SRCH-02": {
    level: "must",
    text: "A plugin reads query and scope as text, empty where they are left out or null, ignores other keys, and refuses another type with invalid search params.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-SRCH-03": {
    level: "must",
    text: "The reply is exactly ok and rows; an empty list of rows is explicit.",
    spec: "flash-facts.md#4-host--plugin-methods"
  },
  "FLASH-SRCH-04": {
    level: "must",
    text: "The rows of a search are decoded as those of a publish: the same shape, the same quotas and byte count, a declared source, all or none.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-SRCH-06": {
    level: "must",
    text: "The deadline of search is the table's live, 1000 ms.",
    spec: "flash-plugin-protocol.md#deadlines"
  },
  "FLASH-STAT-01": {
    level: "must",
    text: "A status notification carries a segments object; one that does not is refused whole.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-STAT-05": {
    level: "must",
    text: "A carousel has lines of markup, cycle_seconds and an optional prefix.",
    spec: "flash-plugin-protocol.md#plugin--host"
  },
  "FLASH-STAT-09": {
    level: "must",
    text: "A carousel's prefix is text, and may be null; it is drawn as it is.",
    spec: "flash-plugin-protocol.md#payload-shapes-and-quotas"
  },
  "FLASH-STAT-11": {
    level: "must",
    text: "cycle_seconds is a finite number of at least 1, integer or not.",
    spec: "flash-plugin-protocol.md#plugin--host"
  }
} as const
