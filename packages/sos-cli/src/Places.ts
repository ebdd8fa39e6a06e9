/** Where the program runs, and what the paths of its arguments mean there. All paths have `/` on every system. */
import { FilePath } from "@lanyard/sos-module"
import { Context, Layer } from "effect"

/** Knows folders. */
export class Places extends Context.Service<
  Places,
  {
    /** The folder that the program was started in, absolute. */
    readonly workspace: string
    /** The user's own settings, which need not exist, absolute. */
    readonly config: string
    /** The absolute path that an argument means. */
    readonly resolve: (path: string) => string
    /** A path as people see it: from the workspace if it is in there. */
    readonly shown: (file: string) => string
  }
>()("@lanyard/sos-cli/Places") {
  /** Knows these folders; `slashed` writes the separators of the system as `/`. */
  static readonly layerOf = (folders: {
    readonly workspace: string
    readonly config: string
    readonly slashed?: (path: string) => string
  }): Layer.Layer<Places> => {
    const { workspace, config, slashed = (path: string) => path } = folders
    const inside = workspace.endsWith("/") ? workspace : `${workspace}/`
    return Layer.succeed(Places, {
      workspace,
      config,
      resolve: (path) => FilePath.resolve(workspace, slashed(path)),
      shown: (file) => (file.startsWith(inside) ? file.slice(inside.length) : file)
    })
  }
}
