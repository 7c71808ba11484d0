import { chain as chains } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { DailyHead } from '../../../platform/chain/daily-head.ts'
import { facts, heading, html, type Html } from '../../../platform/text/markup.ts'
import {
  dayInWords,
  momentInWords,
  momentWithClock,
  plannedInWords,
  sizeInWords,
} from '../../../platform/text/plain-text.ts'
import { wordBytes } from '../../../platform/documents/word.ts'
import { recordedInWords } from '../rules/words.ts'
import type { Evidence, HandedFile, Handing } from './evidence.ts'
import type { SentLetter } from './letters.ts'
import { recordsFor } from './records.ts'
import type { Part, Subject } from './whose.ts'

/** Writes the document of a dossier, which tells people what happened. The proof is in the files beside it. */

/** The most records shown of one company, and of all; the first ones are shown, the rest is counted. */
const MOST_RECORDS = 400
const MOST_OF_ALL = 4000
/** The most rows of each other table: of one company, and of all. The others are counted. */
const MOST_BESIDE = 400
const MOST_BESIDE_OF_ALL = 1000

const EVIDENCE = 'evidence.json'

const STATUSES = ['требуется', 'отправлено клиенту', 'согласовано']
const FROM: Record<string, string> = {
  letter: 'по ссылке из письма',
  on_behalf: 'за клиента',
  import: 'загрузка',
  schedule: 'система',
  console: 'консоль сервера',
}

export type Names = ReadonlyMap<number, string>

/** What the document and the other files of a dossier are made from. */
export interface DossierFacts extends Subject {
  made_at: string
  names: Names
  /** The time zones of the companies that have their own. */
  zones: ReadonlyMap<number, string>
  days: DailyHead[]
  evidence: Evidence[]
  letters: SentLetter[]
}

/** Columns with their titles and widths in per cent. */
type Head = [title: string, width: number][]

const table = (head: Head, rows: Html[]) =>
  html`<table>
    <thead>
      <tr>
        ${head.map(([title, width]) => html`<th style="width: ${String(width)}%">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`

/** Of a release for hundreds of companies, the rows of all of them could not be written in any time. */
const mostBeside = ({ parts }: DossierFacts) => Math.min(MOST_BESIDE, Math.floor(MOST_BESIDE_OF_ALL / parts.length))

/** Names the file that has the rows which a table leaves out. */
const leftOut = (count: number, file: string): Html[] =>
  count > 0 ? [html`<p>Ещё ${String(count)} – в файле ${file}.</p>`] : []

const RECORD_HEAD: Head = [
  ['№', 6],
  ['Когда', 17],
  ['Кто', 20],
  ['Что', 57],
]
const TRIAL_HEAD: Head = [
  ['Заявка', 38],
  ['Сборка', 14],
  ['Итог', 26],
  ['Кто и когда', 22],
]
const FILE_HEAD: Head = [
  ['Файл', 49],
  ['Версия', 15],
  ['Размер', 13],
  ['Что с ним', 23],
]
const LETTER_HEAD: Head = [
  ['№', 8],
  ['Когда', 17],
  ['Тема', 39],
  ['Кому', 36],
]

const cells = (...values: (string | Html)[]) =>
  html`<tr>
    ${values.map((value) => html`<td>${value}</td>`)}
  </tr>`

const small = (text: string) => html`<span class="small">${text}</span>`

function whoOf(record: chains.OpenRecord, names: Names): string {
  const name = record.user_id ? (names.get(record.user_id) ?? `№ ${record.user_id}`) : (record.address ?? '')
  return [name, FROM[record.via]].filter(Boolean).join(', ')
}

/** The text of a record. A text that is erased or closed to the reader is replaced by a note. */
function recordInWords(record: chains.OpenRecord): Html {
  if (!record.salt) return html`${record.title}: текст закрыт, в цепочке его сумма`
  const note = record.note ? html`<br />${small(record.note)}` : ''
  const was = recordedInWords(record.before, record.field)
  const is = recordedInWords(record.after, record.field)
  return html`${record.title}: ${was === '–' ? is : `${was} → ${is}`}${note}`
}

const recordRow = (record: chains.ChainRecord, names: Names) =>
  chains.isClosed(record)
    ? cells(String(record.seq), '', '', 'Запись поставщика, для клиента закрыта')
    : cells(String(record.seq), momentInWords(record.at), whoOf(record, names), recordInWords(record))

/** A note about the records that no chain proves. */
const earlierPart = ({ earlier }: Part): Html[] =>
  earlier
    ? [
        html`<p>
          Записей вне цепочки: ${String(earlier.records)}, последняя ${momentInWords(earlier.last_at)}. Они сделаны,
          когда цепочек ещё не было: их видно в истории согласования, в досье они не входят и суммами не подтверждены.
        </p>`,
      ]
    : []

async function recordsPart(db: Db, { reader, names, parts }: DossierFacts, part: Part): Promise<Html[]> {
  if (part.seq === 0) return part.earlier ? [] : [html`<p>Записей нет: с этой компанией ничего не происходило.</p>`]
  const most = Math.min(MOST_RECORDS, Math.floor(MOST_OF_ALL / parts.length))
  const rows: Html[] = []
  for await (const records of recordsFor(db, reader, part)) {
    rows.push(...records.slice(0, most - rows.length).map((record) => recordRow(record, names)))
    if (rows.length >= most) break
  }
  const left = part.seq - rows.length
  return [
    table(RECORD_HEAD, rows),
    ...(left > 0
      ? [html`<p>Здесь первые ${String(rows.length)} записей, ещё ${String(left)} – в файле records.jsonl.</p>`]
      : []),
  ]
}

const trialsPart = ({ trials }: Evidence, most: number): Html[] =>
  trials.length === 0
    ? []
    : [
        heading(2, 'Проверка на тестовом стенде'),
        table(
          TRIAL_HEAD,
          trials
            .slice(0, most)
            .map(({ request_id, title, build, verdict, comment, by, on_behalf, at }) =>
              cells(
                title ? `${request_id} ${title}` : `№ ${request_id}`,
                build || '–',
                html`${verdict === 'works' ? 'проверено' : 'не работает'}${comment ? html`<br />${small(comment)}` : ''}`,
                `${by}${on_behalf ? ', за клиента' : ''}, ${momentInWords(at)}`,
              ),
            ),
        ),
        ...leftOut(trials.length - most, EVIDENCE),
      ]

const fate = ({ fetched_at, verified_at }: Evidence['handed'][number]['files'][number]) =>
  [fetched_at && `скачан ${momentInWords(fetched_at)}`, verified_at && `сверен ${momentInWords(verified_at)}`]
    .filter(Boolean)
    .join(', ') || 'не скачан'

function filesPart(files: HandedFile[], most: number): Html[] {
  const rows = files
    .slice(0, most)
    .map((file) =>
      cells(
        html`${file.file_name}<br />${small(`SHA-256 ${file.sha256}`)}`,
        file.version || '–',
        sizeInWords(file.size),
        fate(file),
      ),
    )
  return [...(rows.length > 0 ? [table(FILE_HEAD, rows)] : []), ...leftOut(files.length - most, EVIDENCE)]
}

/** @param most for all publications together */
function handedPart({ handed }: Evidence, most: number): Html[] {
  let left = most
  return handed.flatMap((handing) => {
    const part = handingPart(handing, left)
    left = Math.max(0, left - handing.files.length)
    return part
  })
}

function handingPart({ publication_id, at, withdrawn, corrects, files, receipts }: Handing, most: number): Html[] {
  return [
    heading(2, `Публикация ${publication_id} от ${momentInWords(at)}`),
    ...(withdrawn ? [html`<p><strong>Отозвана ${momentInWords(withdrawn.at)}:</strong> ${withdrawn.reason}</p>`] : []),
    ...(corrects === null ? [] : [html`<p>Исправленный комплект вместо публикации ${String(corrects)}.</p>`]),
    ...filesPart(files, most),
    ...receipts.map(
      ({ kind, by, at: moment }) =>
        html`<p>${kind === 'received' ? 'Получено' : 'Установлено'}: ${by}, ${momentInWords(moment)}</p>`,
    ),
  ]
}

function lettersPart(letters: SentLetter[], company_id: number, most: number): Html[] {
  const own = letters.filter(({ company_ids }) => company_ids.includes(company_id))
  if (own.length === 0) return []
  const rows = own.slice(0, most).map(({ id, subject, created_at, to }) => {
    const whom = to.map(({ address, state }) => (state === 'sent' ? address : `${address} (не доставлено)`))
    return cells(String(id), momentInWords(created_at), subject, whom.join(', '))
  })
  return [heading(2, 'Письма'), table(LETTER_HEAD, rows), ...leftOut(own.length - most, 'letters/letters.json')]
}

const dateOf = ({ agreement }: Evidence, company_zone: string | null) =>
  agreement
    ? plannedInWords({ ...agreement, releaseTime: agreement.releaseTime?.slice(0, 5) ?? null, company_zone })
    : 'не назначена'

async function companyPart(db: Db, dossierFacts: DossierFacts, part: Part): Promise<Html[]> {
  const evidence = dossierFacts.evidence.find(({ company_id }) => company_id === part.company_id)
  if (!evidence) return []
  const most = mostBeside(dossierFacts)
  return [
    heading(1, part.company),
    facts([
      ['Дата установки', dateOf(evidence, dossierFacts.zones.get(part.company_id) ?? null)],
      ['Согласование', evidence.agreement ? (STATUSES[evidence.agreement.status] ?? '') : 'не заведено'],
      ['Записей', String(part.seq)],
      ['Конец цепочки', part.seq > 0 ? part.hash : ''],
    ]),
    heading(2, 'Что происходило'),
    ...earlierPart(part),
    ...(await recordsPart(db, dossierFacts, part)),
    ...trialsPart(evidence, most),
    ...handedPart(evidence, most),
    ...lettersPart(dossierFacts.letters, part.company_id, most),
  ]
}

const about = ({ release, parts, reader, made_at, days: [head] }: DossierFacts): Html[] => [
  facts([
    ['Релиз', `${release.id} ${release.title}`],
    ['Компании', parts.map(({ company }) => company).join(', ')],
    ['Сделано', `${momentWithClock(made_at)}; моменты ниже – по этим же часам`],
    ['Для кого', reader === 'staff' ? 'поставщик' : 'клиент'],
    [head ? `Сумма журнала на ${dayInWords(head.day)}` : 'Сумма журнала', head?.hash ?? ''],
  ]),
  html`<p>
    Этот документ читают люди. Доказательство – файлы рядом с ним: каждая запись названа в следующей своей суммой,
    поэтому изменить, убрать или добавить её незаметно нельзя. Проверить досье можно без сервера: откройте в браузере
    verify.html из архива (та же страница стоит на сервере) и выберите файл досье, или npm run verify -- досье.zip.
  </p>`,
]

/** Makes the bytes of dossier.docx. */
export async function documentBytes(db: Db, dossierFacts: DossierFacts): Promise<Buffer> {
  const body: Html[] = about(dossierFacts)
  for (const part of dossierFacts.parts) body.push(...(await companyPart(db, dossierFacts, part)))
  return wordBytes({ kind: 'Досье', title: dossierFacts.release.title, body: html`${body}` })
}
