/**
 * Whose handle stands for which element: a value, so that ownership is tested without an app. `Element` is whatever an
 * implementation knows elements by. No handle is given out twice, so a stale one can never mean another element.
 */
import { Constants } from "@lanyard/flash-protocol"
import { Result } from "effect"

/** What a handle stands for. */
export interface Held<Element> {
  readonly pid: number
  readonly element: Element
}

/** The handles of all plugins. */
export interface AxHandles<Element> {
  readonly next: number
  readonly owners: ReadonlyMap<string, ReadonlyMap<number, Held<Element>>>
}

/** Starts a table without handles. */
export const make = <Element>(): AxHandles<Element> => ({ next: 1, owners: new Map() })

/**
 * Gives a plugin handles for the elements of a snapshot of one process, one each and in their order. Its earlier handles of that
 * process are stale from now on.
 */
export const grant = <Element>(
  self: AxHandles<Element>,
  owner: string,
  pid: number,
  elements: ReadonlyArray<Element>
): readonly [AxHandles<Element>, ReadonlyArray<number>] => {
  const handles = elements.map((_, index) => self.next + index)
  const kept = [...(self.owners.get(owner) ?? [])].filter(([, held]) => held.pid !== pid)
  const granted = elements.map((element, index) => [self.next + index, { pid, element }] as const)
  const owners = new Map(self.owners).set(owner, new Map([...kept, ...granted]))
  return [{ next: self.next + elements.length, owners }, handles]
}

/** Returns what a plugin's handle stands for, or the refusal of one that is stale or not its own. */
export const find = <Element>(
  self: AxHandles<Element>,
  owner: string,
  handle: number
): Result.Result<Held<Element>, string> => {
  const held = self.owners.get(owner)?.get(handle)
  return held === undefined ? Result.fail(Constants.hostCallErrors.ax_stale) : Result.succeed(held)
}

/** Returns a parent and a child of one process, or the refusal of handles that are stale or of two processes. */
export const findPair = <Element>(
  self: AxHandles<Element>,
  owner: string,
  handles: { readonly parent: number; readonly child: number }
): Result.Result<{ readonly parent: Held<Element>; readonly child: Held<Element> }, string> =>
  Result.flatMap(find(self, owner, handles.parent), (parent) =>
    Result.flatMap(find(self, owner, handles.child), (child) =>
      parent.pid === child.pid ? Result.succeed({ parent, child }) : Result.fail(Constants.hostCallErrors.ax_foreign)
    )
  )

/** Drops every handle of a plugin. */
export const forget = <Element>(self: AxHandles<Element>, owner: string): AxHandles<Element> => {
  const owners = new Map(self.owners)
  owners.delete(owner)
  return { ...self, owners }
}

/** Drops every handle of a process that is gone. */
export const forgetProcess = <Element>(self: AxHandles<Element>, pid: number): AxHandles<Element> => ({
  ...self,
  owners: new Map(
    [...self.owners].map(([owner, held]) => [owner, new Map([...held].filter(([, { pid: own }]) => own !== pid))])
  )
})
