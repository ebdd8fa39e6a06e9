/** Why what a place holds cannot be used as it is, one tag per decision. Each says so in a sentence. */
import type { Collisions } from "@lanyard/flash-protocol"
import { Data } from "effect"
import type { Absence } from "./Arrivals.ts"
import type { ManifestFailure } from "./PluginFolder.ts"

/** A folder of plugin folders cannot be listed; those that were in it before stay. */
export class FolderUnlisted extends Data.TaggedError("FolderUnlisted")<{ readonly folder: string }> {
  override get message(): string {
    return `${this.folder} cannot be listed`
  }
}

/** What should be a plugin's folder is a link, and there is nothing where it leads. */
export class LinkDangling extends Data.TaggedError("LinkDangling")<{ readonly folder: string }> {
  override get message(): string {
    return `${this.folder} is a link that leads nowhere`
  }
}

/** A plugin that comes earlier has the id. */
export class IdTaken extends Data.TaggedError("IdTaken")<{
  readonly id: string
  /** The folder of the one that has it. */
  readonly by: string
}> {
  override get message(): string {
    return `the id ${this.id} is taken by ${this.by}`
  }
}

/** Others claim commands that this plugin claims too; nobody gets them. */
export class CommandsClaimed extends Data.TaggedError("CommandsClaimed")<{
  readonly collisions: ReadonlyArray<Collisions.Collision>
}> {
  override get message(): string {
    return this.collisions
      .map(({ command, claimants }) => `the command ${command} is claimed by ${claimants.join(" and ")}`)
      .join("; ")
  }
}

/** An official plugin has `install`, which only those of third parties may have (FLASH-INST-01). */
export class InstallRefused extends Data.TaggedError("InstallRefused")<{ readonly folder: string }> {
  override get message(): string {
    return `${this.folder} has an install command, which only third-party plugins may have`
  }
}

/** Why a plugin is not loaded, or not as its files have it. */
export type LoadFailure =
  | ManifestFailure
  | Absence
  | FolderUnlisted
  | LinkDangling
  | IdTaken
  | CommandsClaimed
  | InstallRefused
