import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dossier, dossierArchive, readable } from '@vypusk/contract'
import { unzipSync } from 'fflate'
import { sum } from './platform/chain/record.ts'
import { runCommand, say } from './platform/runtime/command.ts'
import { headInWords } from './platform/chain/daily-head.ts'
import { momentInWords, oneLine } from './platform/text/plain-text.ts'
import { projectRoot } from './platform/runtime/places.ts'

/**
 * `npm run verify -- FILE`: checks whether a dossier is unchanged, using only the file: no database, no settings, no
 * network. Exits with 0 when it is, with 1 when something was changed, with 2 when it is not a dossier.
 */

const USAGE = 'Укажите файл досье: npm run verify -- досье.zip'
/** How many faults are printed line by line. */
const MOST_FAULTS = 20

/** Names and titles come from a file of somebody else's: none may write a line of its own, or over another one. */
const line = (text: string) => readable(oneLine(text))
const sayLine = (text: string) => say(line(text))

function printVerdict({ dossier: manifest, companies, files, faults }: dossier.Verdict): void {
  sayLine(`Досье релиза ${manifest.release.id}: ${manifest.release.title}. Сделано ${momentInWords(manifest.made_at)}`)
  const [head] = manifest.days
  if (head) sayLine(headInWords(head))
  for (const { company, records, closed, erased, earlier, hash, fault } of companies) {
    const hidden = [closed > 0 && `закрытых ${closed}`, erased > 0 && `со стёртыми текстами ${erased}`].filter(Boolean)
    const aside = hidden.length > 0 ? `, из них ${hidden.join(', ')}` : ''
    const held = records > 0 ? `записей ${records}${aside}, конец цепочки ${hash}` : 'записей в цепочке нет'
    const outside = earlier > 0 ? `; до начала цепочки было ${earlier}, они не подтверждены` : ''
    sayLine(fault ? `✗ ${fault}` : `✓ ${company}: ${held}${outside}`)
  }
  const others = faults.filter((fault) => !companies.some((company) => company.fault === fault))
  others.slice(0, MOST_FAULTS).forEach((fault) => sayLine(`✗ ${fault}`))
  if (others.length > MOST_FAULTS) sayLine(`✗ и ещё ${others.length - MOST_FAULTS}`)
  sayLine(faults.length === 0 ? `Досье цело: сверены все цепочки и файлов ${files}` : `Досье изменено: ${faults[0]}`)
}

async function run(): Promise<number> {
  const [name, ...rest] = process.argv.slice(2)
  if (!name || rest.length > 0) throw new dossier.NoDossier(USAGE)
  const bytes = await readFile(resolve(projectRoot, name)).catch(() => {
    throw new dossier.NoDossier(`Файл ${name} не читается`)
  })
  const { files, repeated } = dossierArchive.openArchive(bytes, unzipSync)
  const verdict = dossier.verifyDossier(files, sum, repeated)
  printVerdict(verdict)
  return verdict.isWhole ? 0 : 1
}

/** A file that is not a dossier is neither intact nor changed. */
const runOrRefuse = () =>
  run().catch((error: Error) => {
    if (!(error instanceof dossier.NoDossier)) throw error
    process.stderr.write(`${line(error.message)}\n`)
    return 2
  })

runCommand(runOrRefuse, USAGE)
