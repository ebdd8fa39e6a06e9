/** What a system says of files that are not there. */
import { ByteSize, type FileSystem, Option } from "effect"

const none = Option.none()

/** What stands at a path, of a type and a size in bytes. */
export const fileInfo = (type: FileSystem.File.Type, size: number): FileSystem.File.Info => ({
  type,
  size: ByteSize.bytes(size),
  mode: 0o644,
  dev: 0n,
  mtime: none,
  atime: none,
  birthtime: none,
  ino: none,
  nlink: none,
  uid: none,
  gid: none,
  rdev: none,
  blksize: none,
  blocks: none
})
