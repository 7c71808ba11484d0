import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './fixtures.ts'
import { dataDir } from './playwright.config.ts'

/** Returns the text of a letter as its reader sees it, whatever its encoding. */
const wordsOf = (letter: string): string =>
  letter
    .replaceAll(/base64\n\n([\w+/=\n]+)/g, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll('=\n', '')

/** Decodes bytes written as `=D0=B2`. */
const unquoted = (letter: string): string =>
  letter.replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

async function letters(): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  // A letter that is still being written has another extension, and is renamed a moment later.
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
}

/**
 * Waits for a letter and returns its link: letters are written independently of the calls that cause them.
 * @param mark a text that no other letter contains, such as `To: somebody@example.ru`
 * @param kind the path of the link without its secret, such as `/password`
 */
export const linkIn = (mark: string, kind: string): Promise<string> =>
  inLetter(mark, (letter) => new RegExp(`${kind}/[\\w-]{43}`).exec(wordsOf(letter))?.[0])

/** Waits for a letter and returns its HTML page, as mail programs show it. */
export const pageIn = (mark: string): Promise<string> =>
  inLetter(mark, (letter) => /<!doctype html>[\s\S]*<\/html>/.exec(unquoted(wordsOf(letter)))?.[0])

/** Waits until a letter with the mark exists and `find` returns something for it. */
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
