import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { dossierFile, type dossiers, sanitizeName } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Call, Db } from '../../../platform/call.ts'
import { dayOf, momentOf } from '../../../platform/clock.ts'
import { pagesDir } from '../../../platform/runtime/places.ts'
import { dailyHeads } from '../../../platform/chain/daily-head.ts'
import { attachment, StreamReply } from '../../../platform/reply.ts'
import { statement } from '../../../platform/statement.ts'
import type { ZipEntry } from '../../../platform/documents/zipped/entry.ts'
import { zipped } from '../../../platform/documents/zipped.ts'
import { zonesOf } from '../../calendars/port.ts'
import { closedTo } from '../rules/reading.ts'
import { withoutAddresses, withoutLinks } from '../rules/links.ts'
import { documentBytes, type DossierFacts, type Names } from './document.ts'
import { evidenceOf, scopesOf } from './evidence.ts'
import { lettersOf, letterTexts } from './letters.ts'
import { recordLines } from './records.ts'
import { subjectOf, type Subject } from './whose.ts'

/** The contents of a dossier except the records, which are read while the file is written. */
interface Dossier extends DossierFacts {
  scopes: { sha256: string; body: string }[]
  document: Buffer
  /** The page that verifies the dossier; null if the pages were not built. */
  page: Buffer | null
}

/** How many days' hashes a dossier contains. */
const DAYS = 30

const peopleIn = statement(
  (_, { chains, closed }: { chains: string[]; closed: readonly string[] }) => sql<{ id: number; name: string }>`
    select id, name from shared_users
    where id in (select user_id from history_for_dossier where chain is not null and chain = any(${chains}::text[])
      and field <> all (${closed}::text[]))
    order by id`,
)

/** The names of the people in the records of these chains that the reader may read. */
async function namesIn(db: Db, { parts, reader }: Subject): Promise<Names> {
  const rows = await peopleIn.all(db, { chains: parts.map(({ chain }) => chain), closed: closedTo(reader) })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function read(db: Db, subject: Subject, made_at: string): Promise<Dossier> {
  const [names, zones, days, evidence, letters, scopes] = await Promise.all([
    namesIn(db, subject),
    zonesOf(db),
    dailyHeads(db, dayOf(made_at), DAYS),
    evidenceOf(db, subject),
    lettersOf(db, subject.reader, subject.release.id, subject.parts),
    scopesOf(db, subject),
  ])
  const facts = { ...subject, made_at, names, zones, days, evidence, letters }
  const page = await readFile(join(pagesDir, PAGE)).catch(() => null)
  return { ...facts, scopes, page, document: await documentBytes(db, facts) }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function manifestOf({ release, parts, reader, made_at, names, days }: Dossier): string {
  const chains = parts.map(({ chain, company, seq, hash, earlier }) => ({ chain, company, seq, hash, earlier }))
  const people = Object.fromEntries(names)
  const for_client = reader !== 'staff'
  const manifest = { format: dossierFile.FORMAT, release, made_at, for_client, chains, days, people }
  return json(manifest satisfies dossierFile.Manifest)
}

const PAGE = 'verify.html'

const README = `Досье релиза: что происходило между поставщиком и компаниями-клиентами.

dossier.docx     документ для чтения
records.jsonl    записи цепочек, по одной в строке
dossier.json     чьё досье, когда сделано, где кончаются цепочки
letters/         письма, как они ушли; ссылки в них убраны
scopes/          составы релиза, о которых шла речь, под своими суммами
evidence.json    проверки на тестовом стенде, файлы с суммами, отметки
SHA256SUMS       суммы всех файлов (sha256sum -c SHA256SUMS)
verify.html      страница, которая проверяет досье без сервера

Как проверить: откройте verify.html в браузере и выберите файл досье, или npm run verify -- досье.zip в папке программы.
Странице из чужого архива не верьте: та же стоит на сервере, по адресу /verify.html.
`

/** The files of a dossier, in the order in which they are written. */
async function* filesOf(db: Db, dossier: Dossier): AsyncGenerator<ZipEntry> {
  const { document, page, evidence, letters, scopes, reader, parts } = dossier
  yield { name: 'README.txt', pieces: [README] }
  if (page) yield { name: PAGE, pieces: [page] }
  yield { name: 'dossier.docx', pieces: [document] }
  yield { name: dossierFile.MANIFEST, pieces: [manifestOf(dossier)] }
  yield { name: dossierFile.RECORDS, pieces: recordLines(db, reader, parts) }
  yield { name: 'evidence.json', pieces: [json(evidence)] }
  for (const { sha256, body } of scopes) yield { name: `scopes/${sha256}.json`, pieces: [body] }
  yield { name: 'letters/letters.json', pieces: [json(letters)] }
  for (const { id } of letters) {
    const { html, text } = await letterTexts.one(db, { id })
    yield { name: `letters/${id}.html`, pieces: [withoutLinks(html)] }
    yield { name: `letters/${id}.txt`, pieces: [withoutAddresses(text)] }
  }
}

function nameOf({ release, parts }: Subject, isWhole: boolean): string {
  const [only] = parts
  const company = !isWhole && only ? ` – ${sanitizeName(only.company)}` : ''
  return `Досье релиза ${release.id}${company}.zip`
}

/** Streams the dossier while it is made: memory holds a few hundred records, a letter and the document. */
export async function dossierOf({ deps, person, params, query }: Call<typeof dossiers.get>): Promise<StreamReply> {
  const { db, clock } = deps
  const subject = await subjectOf(db, person, params.id, query.company)
  const dossier = await read(db, subject, momentOf(clock))
  const name = nameOf(subject, person.isRivc && query.company === undefined)
  return new StreamReply(Readable.from(zipped(filesOf(db, dossier), dossierFile.SUMS), { objectMode: false }), {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(name),
  })
}
