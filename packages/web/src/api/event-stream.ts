/** Server-sent events read by hand, because EventSource cannot carry a bearer token. Pure. */

/** Takes text as it comes and gives out the `data` of every whole event. */
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
/** 1 s, 2 s, 4 s … 30 s before the next try. */
export const pauseBefore = (attempt: number): number => Math.min(LONGEST, 1000 * 2 ** Math.max(0, attempt - 1))
