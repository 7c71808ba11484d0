import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dossier, dossierArchive, dossierFile, type chainRecord } from '@vypusk/contract'
import { unzipSync, zipSync } from 'fflate'
import { canonical, digestsOf, hashOf, newSalt, NO_HASH, sum } from '../packages/server/src/platform/chain/record.ts'
import { row } from './measure.ts'

/**
 * Measures how long it takes to open and verify a dossier of one chain.
 * `node bench/dossier.ts`
 */

const RESULT = new URL('results/dossier.md', import.meta.url)
const chain = '1/1'

/** Creates a dossier with this many records, each with the text of a remark. */
function dossierOf(length: number): Uint8Array {
  let prev = NO_HASH
  const lines: string[] = []
  for (let seq = 1; seq <= length; seq += 1) {
    const fields: chainRecord.RecordFields = {
      entity: 'agreement',
      entity_id: 1,
      field: 'remark',
      title: 'Замечание',
      before: `Замечание ${seq - 1}`,
      after: 'Не печатается вторая страница формы, просим исправить до установки. '.repeat(3),
      note: null,
      address: null,
      user_id: 1,
      via: 'screen',
      at: '2026-11-23T09:00:00.000Z',
    }
    const salt = newSalt()
    const hash = hashOf(fields, { chain, seq, prev }, digestsOf(fields, salt))
    const place = { chain, seq, prev: prev.toString('hex'), hash: hash.toString('hex') }
    lines.push(canonical({ ...fields, ...place, salt: salt.toString('hex'), digests: null }))
    prev = hash
  }
  const utf8 = new TextEncoder()
  const manifest: dossierFile.Manifest = {
    format: dossierFile.FORMAT,
    release: { id: 1, title: 'Релиз' },
    made_at: '2026-11-23T09:00:00.000Z',
    for_client: false,
    chains: [{ chain, company: 'Компания', seq: length, hash: prev.toString('hex') }],
    days: [],
    people: {},
  }
  const files: Record<string, Uint8Array> = {
    [dossierFile.MANIFEST]: utf8.encode(JSON.stringify(manifest)),
    [dossierFile.RECORDS]: utf8.encode(lines.join('\n')),
  }
  const sums = Object.entries(files).map(([name, bytes]) => `${sum(bytes)}  ${name}\n`)
  return zipSync({ ...files, [dossierFile.SUMS]: utf8.encode(sums.join('')) })
}

const rows: string[] = []
for (const length of [1000, 10_000, 50_000]) {
  const bytes = dossierOf(length)
  const from = performance.now()
  const { files } = dossierArchive.openArchive(bytes, unzipSync)
  const verdict = dossier.verifyDossier(files, sum)
  const took = performance.now() - from
  if (!verdict.isWhole) throw new Error(verdict.faults[0])
  rows.push(row(String(length), (bytes.length / 1024 / 1024).toFixed(1), String(Math.round(took))))
}

const text = `# The cost of verifying a dossier

Opening the archive, following the chain and comparing the checksums, in Node.js. ${availableParallelism()} processors.

${row('records', 'MiB', 'milliseconds')}
${row('---:', '---:', '---:')}
${rows.join('\n')}
`
console.log(text)
await writeFile(RESULT, text)
