import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By how many per cent the old generation of this process may grow before it is collected. */
const GROWTH = 100

/**
 * Keeps the heap near what is used. The text of a million rows passes through this process for a workbook, and by default V8
 * keeps hundreds of megabytes of it as garbage. Applies from the next collection on.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`)

/**
 * Gives back what loading the program has left behind, some 25 MB, which V8 would otherwise keep until it needs the
 * space. Everything waits for it, for less than a tenth of a second, so it belongs before the first call.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: typeof globalThis.gc = runInNewContext('gc')
  collect?.({ type: 'major', flavor: 'last-resort' })
}
