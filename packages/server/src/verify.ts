import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dossier, dossierArchive } from '@vypusk/contract'
import { unzipSync } from 'fflate'
import { sum } from './platform/chain/record.ts'
import { runCommand, say } from './platform/runtime/command.ts'
import { headInWords } from './platform/chain/daily-head.ts'
import { momentInWords } from './platform/text/plain-text.ts'
import { projectRoot } from './platform/runtime/places.ts'

/**
 * `npm run verify -- FILE`: checks whether a dossier is unchanged, using only the file: no database, no settings, no
 * network. Exits with 0 when it is, with 1 when something was changed, with 2 when it is not a dossier.
 */

const USAGE = 'Укажите файл досье: npm run verify -- досье.zip'
/** How many faults are printed line by line. */
const MOST_FAULTS = 20

function printVerdict({ dossier: manifest, companies, files, faults }: dossier.Verdict): void {
  say(`Досье релиза ${manifest.release.id}: ${manifest.release.title}. Сделано ${momentInWords(manifest.made_at)}`)
  const [head] = manifest.days
  if (head) say(headInWords(head))
  for (const { company, records, closed, erased, earlier, hash, fault } of companies) {
    const hidden = [closed > 0 && `закрытых ${closed}`, erased > 0 && `со стёртыми текстами ${erased}`].filter(Boolean)
    const aside = hidden.length > 0 ? `, из них ${hidden.join(', ')}` : ''
    const held = records > 0 ? `записей ${records}${aside}, конец цепочки ${hash}` : 'записей в цепочке нет'
    const outside = earlier > 0 ? `; до начала цепочки было ${earlier}, они не подтверждены` : ''
    say(fault ? `✗ ${fault}` : `✓ ${company}: ${held}${outside}`)
  }
  const others = faults.filter((fault) => !companies.some((company) => company.fault === fault))
  others.slice(0, MOST_FAULTS).forEach((fault) => say(`✗ ${fault}`))
  if (others.length > MOST_FAULTS) say(`✗ и ещё ${others.length - MOST_FAULTS}`)
  say(faults.length === 0 ? `Досье цело: сверены все цепочки и файлов ${files}` : `Досье изменено: ${faults[0]}`)
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
    process.stderr.write(`${error.message}\n`)
    return 2
  })

runCommand(runOrRefuse, USAGE)
