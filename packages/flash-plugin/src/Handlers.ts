/**
 * What a plugin does, by surface. Each handler may return its value, a promise of it or an Effect, `evaluate` aside; the last
 * parameter is the host. What fails is answered with a text that says nothing of the input, and logged.
 */
import type { Answer, Catalog, Hint, Perform, PerformParams, ReceivedEvent, Search } from "@lanyard/flash-protocol"
import type { Host } from "./Host.ts"
import type { Work } from "./Work.ts"

/** How a perform ended; nothing stands for performed, with no more to say. */
// biome-ignore lint/suspicious/noConfusingVoidType: so that a handler may end with a call that returns nothing.
export type Performed = Work<Perform.Outcome | void>

/** The params of one kind of perform. */
type Of<Kind extends PerformParams.Params["kind"]> = Extract<PerformParams.Params, { readonly kind: Kind }>

/** A selected row, as the host sends it back. */
export type Row = PerformParams.SelectedRow

/** A command or a bang, a bang's token being the subcommand. */
export type Command = Of<"command">

/** An action in the app it is meant for. */
export type Action = Of<"action">

/** Every handler a plugin may have. */
export interface Handlers {
  /** Runs once the handshake is answered; publishes, arms wake-ups. */
  readonly start?: (host: Host) => Work<void>
  /** Answers an input at once, from what is there already: no I/O, so no promise. No answers where it claims nothing. */
  readonly evaluate?: (request: Answer.Received, host: Host) => ReadonlyArray<Answer.Answer>
  /** Finds rows of live sources; stopped a tenth before its deadline. */
  readonly search?: (request: Search.Received, host: Host) => Work<Catalog.Rows>
  /** Finds targets; stopped a tenth before its deadline. */
  readonly hints?: (request: Hint.Received, host: Host) => Work<Hint.Answer>
  /** Acts on a row that was selected. */
  readonly resolve?: (row: Row, host: Host) => Performed
  readonly command?: (command: Command, host: Host) => Performed
  readonly action?: (action: Action, host: Host) => Performed
  /** Goes back to an address of one of the manifest's schemes. */
  readonly navigate?: (url: string, host: Host) => Performed
  /** Hears events one at a time, in order; poll ticks go to whoever armed them. */
  readonly event?: (event: ReceivedEvent.ReceivedEvent, host: Host) => Work<void>
  /** Cleans up; has 750 ms, together with what still has to be written. */
  readonly shutdown?: (host: Host) => Work<void>
}

/** What a manifest says of its surfaces; a `manifest.json` has more, which is the host's to read. */
export interface Manifest {
  readonly sources?: ReadonlyArray<{ readonly name?: string; readonly live?: boolean }>
  readonly query?: object
  readonly commands?: ReadonlyArray<unknown>
  readonly bangs?: object
  readonly actions?: ReadonlyArray<unknown>
  readonly navigation?: ReadonlyArray<unknown>
  readonly hints?: object
  readonly listen?: ReadonlyArray<unknown>
}

/** Tells whether a manifest type certainly declares one of these sections. */
type Declares<M, Section extends keyof Manifest> = {
  [S in Section]: M extends { readonly [K in S]: infer V } ? (V extends readonly [] ? false : true) : false
}[Section]

/** Tells how the sources of a manifest type are served; `never` where its type does not say. */
type Served<M> = M extends { readonly sources: ReadonlyArray<infer Source> }
  ? Source extends { readonly live: infer Live }
    ? boolean extends Live
      ? never
      : Live extends true
        ? "search"
        : "start"
    : "start"
  : never

/** The handlers that a manifest type asks for. */
export type Demanded<M> =
  | (M extends { readonly sources: readonly [] } ? never : Served<M>)
  | (true extends Declares<M, "query"> ? "evaluate" : never)
  | (true extends Declares<M, "commands" | "bangs"> ? "command" : never)
  | (true extends Declares<M, "actions"> ? "action" : never)
  | (true extends Declares<M, "navigation"> ? "navigate" : never)
  | (true extends Declares<M, "hints"> ? "hints" : never)

/** The handlers of a manifest: those that it asks for have to be there. */
export type HandlersOf<M> = Handlers & { readonly [Name in Demanded<M>]: NonNullable<Handlers[Name]> }
