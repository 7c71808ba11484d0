import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataDir } from './playwright.config.ts'

const program = join(import.meta.dirname, '../packages/server/src/import.ts')

/**
 * A file of two requests of a company arrives, as `npm run import` takes it in.
 * @param word what their titles begin with
 */
export async function arrive(word: string, company: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vypusk-arrival-'))
  const file = join(folder, `${word}.csv`)
  await writeFile(file, `issuekey,title,description\n${word}-1,${word} отчёт,Раз\n${word}-2,${word} акт,Два\n`)
  const args = [program, file, '--company', String(company)]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
  await rm(folder, { recursive: true })
}
