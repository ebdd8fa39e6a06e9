/** UTF-8, strictly: bytes that are not valid are refused and never replaced. */

// ignoreBOM keeps a leading U+FEFF in the text, where the JSON reader refuses it by name.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Returns the text of `bytes`, or undefined when they are not valid UTF-8. */
export const decode = (bytes: Uint8Array): string | undefined => {
  // Every inbound byte comes through here, and the decoder reports bad bytes by throwing.
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Up to this many units, looking at each is cheaper than a call into the engine. */
const shortText = 128

// The one global of Node outside `node.ts`: a loop over long text takes four to sixteen times as long.
/** Returns the UTF-8 bytes of `text`; half a surrogate pair counts as the three bytes of U+FFFD. */
export const byteLength = (text: string): number => (isShortAscii(text) ? text.length : Buffer.byteLength(text))

const isShortAscii = (text: string): boolean => {
  if (text.length > shortText) return false
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}
