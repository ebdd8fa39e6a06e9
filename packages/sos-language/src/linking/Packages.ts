/** Packages: SOS source that programs import. */
import { FilePath, ModulePath, type Project } from "@lanyard/sos-module"
import { Result } from "effect"

/** The file that a package would be, imported from another file: beside that one, or in the project. */
export const fileOf = (path: string, from: string, { file, modulePath }: Project.Project): string | undefined => {
  if (path.startsWith("./") || path.startsWith("../")) return `${FilePath.resolve(FilePath.folderOf(from), path)}.sos`
  if (file === undefined || modulePath === undefined || !path.startsWith(`${modulePath}/`)) return undefined
  if (Result.isFailure(ModulePath.parse(path))) return undefined
  return `${FilePath.resolve(FilePath.folderOf(file), path.slice(modulePath.length + 1))}.sos`
}
