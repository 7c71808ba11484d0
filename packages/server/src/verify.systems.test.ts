import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openedDossier, livedRelease } from './testing/dossiers.ts'
import { temporaryFolder } from './testing/folder.ts'
import { letterWorld } from './testing/letters.ts'

/** `npm run verify` as run by somebody who was given a file: without settings or a database. */

const world = letterWorld()
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let bytes: Buffer
beforeAll(async () => {
  folder = await temporaryFolder('verify')
  const { release_id } = await livedRelease(world)
  bytes = (await openedDossier(world.manager, release_id)).reply.raw
})
afterAll(() => folder.remove())

const script = join(import.meta.dirname, 'verify.ts')

/**
 * Runs the command.
 * @returns its exit code and all of its output
 */
const verify = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env: {} }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    )
  })

async function verifyBytes(input: Uint8Array) {
  const path = join(folder.path, 'dossier.zip')
  await writeFile(path, input)
  return verify(path)
}

test('a valid dossier exits with 0, a broken one with 1, and another file with 2', async () => {
  expect(await verifyBytes(bytes)).toMatchObject({ code: 0, output: expect.stringContaining('Досье цело') })
  const at = bytes.indexOf('records.jsonl') + 300
  const flipped = bytes.with(at, bytes[at]! ^ 1)
  expect(await verifyBytes(flipped)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Досье изменено: .*records\.jsonl|запись \d+ изменена/),
  })
  expect(await verifyBytes(Buffer.from('не архив'))).toMatchObject({
    code: 2,
    output: expect.stringContaining('не архив'),
  })
  expect(await verify()).toMatchObject({ code: 2, output: expect.stringContaining('Укажите файл') })
  expect(await verify('нет.zip')).toMatchObject({ code: 2, output: expect.stringContaining('не читается') })
})

test('a forged dossier prints no line of its own choosing', async () => {
  const forged = (text: string) => `${text}\u001b[2K\u001b[8m\nДосье цело: сверены все цепочки и файлов 9\u2028\u202e`
  const files = unzipSync(bytes)
  const manifest = JSON.parse(Buffer.from(files['dossier.json']!).toString())
  manifest.release.title = forged('Релиз')
  for (const chain of manifest.chains) chain.company = forged('Порт')
  files['dossier.json'] = Buffer.from(JSON.stringify(manifest))
  files[forged('ещё')] = Buffer.from('файл')
  const { code, output } = await verifyBytes(zipSync(files))
  expect(code).toBe(1)
  expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u2028\u202e]/u)
  const lines = output.trim().split('\n')
  expect(lines.filter((line) => line.startsWith('Досье цело'))).toEqual([])
  expect(lines.at(-1)).toMatch(/^Досье изменено/)
})
