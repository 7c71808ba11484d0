import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { loadSettings } from './file.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder('settings')
})
afterAll(() => folder.remove())

async function fileOf(text: string) {
  const path = join(folder.path, 'vypusk.env')
  await writeFile(path, text)
  return path
}

test('a file provides variables that the process does not have itself', async () => {
  const path = await fileOf('PORT=4000\nMAIL_FROM="Выпуск <v@example.ru>"\nTZ=Asia/Omsk\n')
  const env: NodeJS.ProcessEnv = { VYPUSK_ENV_FILE: path, PORT: '5000' }
  expect(loadSettings({}, env)).toMatchObject({ port: 5000, mailFrom: 'Выпуск <v@example.ru>' })
  expect(env['TZ']).toBe('Asia/Omsk')
  expect(loadSettings({ PORT: '6000' }, env).port).toBe(6000)
})

test.each<[string, () => Promise<string>, string]>([
  ['a missing file', async () => '/nowhere/vypusk.env', '/nowhere/vypusk.env (VYPUSK_ENV_FILE) не читается: ENOENT'],
  ['a folder', async () => folder.path, 'не читается: EISDIR'],
  ['a line that is none', () => fileOf('PORT=1\nDATABASE_URL postgres://h/b'), 'непонятна строка 2'],
  ['a wrong value', () => fileOf('PORT=восемь'), 'Переменная PORT задана неверно'],
  ['missing certificates', () => fileOf('NODE_EXTRA_CA_CERTS=/nowhere.pem'), '/nowhere.pem (NODE_EXTRA_CA_CERTS)'],
])('is refused with a sentence: %s', async (_, path, sentence) => {
  const env = { VYPUSK_ENV_FILE: await path() }
  expect(() => loadSettings({}, env)).toThrow(sentence)
})
