/**
 * Acting on elements of another app. A handle is an integer that a snapshot gave out; it is stale once its owner took another
 * snapshot of the same app, and for everyone else always.
 */
import { Result } from "effect"
import { hostCallBounds, hostCallErrors } from "../Constants.ts"
import { isNonEmpty } from "../Scalar.ts"
import { isHandle } from "./AxSnapshot.ts"
import * as HostCall from "./HostCall.ts"
import { isAbsent, membersOf } from "./Member.ts"

/** An action on an element. */
export interface Act {
  readonly handle: number
  /** `AXPress` where it is left out. */
  readonly action?: string
}

/** Performs an action of an element. An action that is no name is one that failed. */
export const perform: HostCall.HostCall<"host.ax_perform", Act, Required<Act>, void> = HostCall.make(
  "host.ax_perform",
  {
    encodeParams: HostCall.write("handle", "action"),
    decodeParams: (params) => {
      const { handle, action } = membersOf(params)
      if (!isHandle(handle)) return Result.fail(hostCallErrors.ax_perform_handle)
      if (isAbsent(action)) return Result.succeed({ handle, action: hostCallBounds.ax_action })
      return isNonEmpty(action) ? Result.succeed({ handle, action }) : Result.fail(hostCallErrors.ax_action_failed)
    },
    ...HostCall.nothing
  }
)

/** A new value of an element's attribute. */
export interface Setting {
  readonly handle: number
  readonly attribute: string
  readonly value: boolean | string
}

/** Sets an attribute of an element. */
export const set: HostCall.HostCall<"host.ax_set", Setting, Setting, void> = HostCall.make("host.ax_set", {
  encodeParams: HostCall.write("handle", "attribute", "value"),
  decodeParams: (params) => {
    const { handle, attribute, value } = membersOf(params)
    if (!isHandle(handle) || !isNonEmpty(attribute)) return Result.fail(hostCallErrors.ax_set_params)
    return typeof value === "boolean" || typeof value === "string"
      ? Result.succeed({ handle, attribute, value })
      : Result.fail(hostCallErrors.ax_set_value)
  },
  ...HostCall.nothing
})

/** A child to select in its container. Both handles are of one process. */
export interface Selection {
  readonly parent: number
  readonly child: number
}

/** Selects a child of an element. */
export const selectChild: HostCall.HostCall<"host.ax_select_child", Selection, Selection, void> = HostCall.make(
  "host.ax_select_child",
  {
    encodeParams: HostCall.write("parent", "child"),
    decodeParams: (params) => {
      const { parent, child } = membersOf(params)
      return isHandle(parent) && isHandle(child)
        ? Result.succeed({ parent, child })
        : Result.fail(hostCallErrors.ax_select_params)
    },
    ...HostCall.nothing
  }
)
