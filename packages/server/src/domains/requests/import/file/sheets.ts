import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import { STORED, type Opened } from './zip-guard.ts'

/** The list of sheets; it is small, whatever the sheets are. */
const LIST = 'xl/workbook.xml'
const MOST_LIST = 4 * 1024 * 1024

const SHEET = /<(?:\w+:)?sheet\s(?:[^>"']|"[^"]*"|'[^']*')*>/g
const HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/

/** The place of the first sheet that people see; 0 if there is none. */
export async function firstShown(path: string, parts: Opened[]): Promise<number> {
  const list = parts.find(({ name, packed }) => name.toLowerCase() === LIST && packed > 0 && packed < MOST_LIST)
  const sheets = list === undefined ? [] : ((await textOf(path, list)).match(SHEET) ?? [])
  return Math.max(
    0,
    sheets.findIndex((sheet) => !HIDDEN.test(sheet)),
  )
}

async function textOf(path: string, { start, packed, method }: Opened): Promise<string> {
  const bytes = createReadStream(path, { start, end: start + packed - 1 })
  // An error is thrown by the reading.
  const unpacked = method === STORED ? bytes : pipeline(bytes, createInflateRaw(), () => {})
  return (await buffer(unpacked)).toString()
}
