/** Parses server-sent events by hand, because EventSource cannot send a bearer token. Pure. */

/** Returns a function that takes text as it arrives and returns the `data` of every complete event. */
export function createEventReader(): (text: string) => string[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(dataOf).filter((data) => data !== '')
  }
}

const dataOf = (block: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')

const LONGEST = 30_000
/** The pause before the next attempt in ms: 1 s, 2 s, 4 s … 30 s. */
export const pauseBefore = (attempt: number): number => Math.min(LONGEST, 1000 * 2 ** Math.max(0, attempt - 1))
