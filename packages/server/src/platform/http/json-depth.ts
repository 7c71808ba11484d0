/** How deep lists and objects in a body may be nested; those of the contract have five levels. */
export const MOST_LEVELS = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The end of the string that starts at a quote, or the length of the whole text if it is never closed. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return json.length
}

/**
 * Whether lists and objects are nested deeper than this. It stops at the first that is, so that input which would take
 * the parser, and everybody after it, seconds takes microseconds.
 */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    // [ and { ; ] and }
    else if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) depth -= 1
    if (depth > levels) return true
  }
  return false
}
