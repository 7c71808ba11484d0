import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { dataDir } from './playwright.config.ts'

/** The words of a letter as its reader sees them, whatever way they were sent. */
const wordsOf = (letter: string): string =>
  letter
    .replaceAll(/base64\n\n([\w+/=\n]+)/g, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll('=\n', '')

/** Bytes that are written as `=D0=B2`. */
const unquoted = (letter: string): string =>
  letter.replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

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
export const linkIn = (mark: string, kind: string): Promise<string> =>
  inLetter(mark, (letter) => new RegExp(`${kind}/[\\w-]{43}`).exec(wordsOf(letter))?.[0])

/** The page of a letter, as programs of mail show it. */
export const pageIn = (mark: string): Promise<string> =>
  inLetter(mark, (letter) => /<!doctype html>[\s\S]*<\/html>/.exec(unquoted(wordsOf(letter)))?.[0])

/** What is looked for in a letter, once it is there. */
async function inLetter(mark: string, find: (letter: string) => string | undefined): Promise<string> {
  let found = ''
  const look = async () => {
    const letter = (await letters()).find((each) => each.includes(mark)) ?? ''
    found = find(letter) ?? ''
    return found
  }
  await expect.poll(look).not.toBe('')
  return found
}
