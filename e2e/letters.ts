import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { dataDir } from './playwright.config.ts'

/** The words of a letter as its reader sees them, whatever way they were sent. */
const wordsOf = (letter: string): string =>
  letter
    .replaceAll(/base64\n\n([\w+/=\n]+)/g, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll('=\n', '')

async function letters(): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  // A letter half written has another ending, and is gone by that name a moment later.
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
}

/**
 * Where a letter leads, once it is there: letters are written beside what causes them.
 * @param mark stands in no other letter, such as `To: somebody@example.ru`
 * @param kind the path of the link without its secret, such as `/password`
 */
export async function linkIn(mark: string, kind: string): Promise<string> {
  const link = new RegExp(`${kind}/[\\w-]{43}`)
  let found = ''
  const look = async () => {
    const letter = (await letters()).find((each) => each.includes(mark)) ?? ''
    found = link.exec(wordsOf(letter))?.[0] ?? ''
    return found
  }
  await expect.poll(look).not.toBe('')
  return found
}
