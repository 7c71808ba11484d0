import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataDir } from './playwright.config.ts'

const program = join(import.meta.dirname, '../packages/server/src/import.ts')

/**
 * Imports a file with two requests of a company, using `npm run import`.
 * @param word the first word of their titles
 */
export async function arrive(word: string, company: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vypusk-arrival-'))
  const file = join(folder, `${word}.csv`)
  await writeFile(file, `issuekey,title,description\n${word}-1,${word} отчёт,Раз\n${word}-2,${word} акт,Два\n`)
  const args = [program, file, '--company', String(company)]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
  await rm(folder, { recursive: true })
}
