/** What was found in manifests, as lines and as objects. */
import { Activation, Manifest } from "@lanyard/flash-protocol"
import { Result } from "effect"
import type { Checked, Report } from "../Checking.ts"

/** A line for each file that is sound, and for each problem. */
export const lines = ({ files, duplicates, collisions }: Report): ReadonlyArray<string> => [
  ...files.flatMap(fileLines),
  ...duplicates.map((duplicate) => `the id ${duplicate.id} is in ${duplicate.files.join(" and ")}`),
  ...collisions.map(({ command, claimants }) => `the command ${command} is claimed by ${claimants.join(" and ")}`)
]

const fileLines = ({ file, manifest }: Checked): ReadonlyArray<string> =>
  Result.match(manifest, {
    onFailure: (failure) =>
      failure._tag === "ManifestRefused"
        ? failure.problems.map((problem) => `${file}: ${Manifest.print(problem)}`)
        : [failure.message],
    onSuccess: (read) => [`${file}: ok, ${read.id} ${read.version}, ${Activation.of(read)}`]
  })

/** An object for each file, each problem of one, and each problem between them. */
export const objects = ({ files, duplicates, collisions }: Report): ReadonlyArray<object> => [
  ...files.flatMap(fileObjects),
  ...duplicates.map((duplicate) => ({ type: "duplicate", ...duplicate })),
  ...collisions.map(({ command, claimants }) => ({ type: "collision", command, claimants }))
]

const fileObjects = ({ file, manifest }: Checked): ReadonlyArray<object> =>
  Result.match(manifest, {
    onFailure: (failure) =>
      failure._tag === "ManifestRefused"
        ? [{ ...unread(file), unreadable: null }, ...failure.problems.map((problem) => problemObject(file, problem))]
        : [{ ...unread(file), unreadable: failure.reason }],
    onSuccess: (read) => [
      {
        ...unread(file),
        ok: true,
        id: read.id,
        version: read.version,
        activation: Activation.of(read).replace("-", "_"),
        unreadable: null
      }
    ]
  })

const unread = (file: string) => ({ type: "manifest", file, ok: false, id: null, version: null, activation: null })

const problemObject = (file: string, { path, expected, keys, hint }: Manifest.Problem): object => ({
  type: "problem",
  file,
  path,
  expected,
  keys: keys ?? null,
  hint: hint ?? null
})
