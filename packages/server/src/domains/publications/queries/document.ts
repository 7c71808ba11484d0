import { decodeName, sanitizeName } from '@vypusk/contract'
import type { FileInfo, publications } from '@vypusk/contract'
import type { Call, Person } from '../../../platform/call.ts'
import { facts, heading, html, lines, type Html } from '../../../platform/text/markup.ts'
import { momentWithClock, sizeInWords } from '../../../platform/text/plain-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import { wordReply } from '../../../platform/documents/word.ts'
import { companyNumbers } from '../../catalog/port.ts'
import { publishedMarkup } from '../../releases/port.ts'
import { publicationSeenBy } from './detail.ts'

/** What a document contains about one release. */
export interface DocumentItem extends Pick<
  publications.PublicationItem,
  'release' | 'modules' | 'customers' | 'notPublishingList' | 'reason' | 'packages'
> {
  files: Pick<FileInfo, 'id' | 'file_name' | 'version' | 'size' | 'sha256'>[]
}
/** The head of a document, of a publication or of a draft. */
interface DocumentHead {
  /** Null if it was not withdrawn, and for a draft. */
  withdrawn?: publications.Publication['withdrawn']
  corrects?: number | null
  author: { name: string }
  created_at: string
  text: string
  list: DocumentItem[]
}
type DocumentCall = Pick<Call<typeof publications.getPublicationDoc>, 'deps' | 'person' | 'params' | 'query'>

/** The companies and modules that a file was for; empty if everybody got it. */
function whomOf({ packages, modules, customers }: DocumentItem, id: number): string {
  const packageOfFile = packages?.find(({ file_id }) => file_id === id)
  if (!packageOfFile || packageOfFile.companies.length === customers.length) return ''
  const of = modules.filter(({ idmod }) => packageOfFile.modules.includes(idmod)).map(({ namemod }) => namemod)
  const names = customers.filter(({ idcomp }) => packageOfFile.companies.includes(idcomp))
  const whom = `Кому: ${names.map(({ namecomp }) => decodeName(namecomp)).join(', ')}`
  return of.length > 0 ? `${whom} (${of.join(', ')})` : whom
}

const file = (item: DocumentItem, { id, file_name, version, size, sha256 }: DocumentItem['files'][number]) =>
  html`<tr>
    <td>
      ${sanitizeName(file_name) || file_name}${whomOf(item, id) ? html`<br />${whomOf(item, id)}` : ''}<br /><span
        class="small"
        >SHA-256 ${sha256}</span
      >
    </td>
    <td>${version}</td>
    <td>${sizeInWords(size)}</td>
  </tr>`

const filesTable = (item: DocumentItem): Html[] =>
  item.files.length === 0
    ? []
    : [
        heading(2, 'Файлы'),
        html`<table>
          <thead>
            <tr>
              <th class="wide">Файл</th>
              <th>Версия</th>
              <th>Размер</th>
            </tr>
          </thead>
          <tbody>
            ${item.files.map((one) => file(item, one))}
          </tbody>
        </table>`,
      ]

const customerName = ({ notPublishingList }: DocumentItem, { idcomp, namecomp }: DocumentItem['customers'][number]) =>
  `${decodeName(namecomp)}${notPublishingList.includes(idcomp) ? ' (не публикуется)' : ''}`

/** The part about one release. A client only sees its own company, so it is not named. */
function itemMarkup(item: DocumentItem, files: Html[], { isRivc }: Person): Html[] {
  const { release, modules, customers, reason } = item
  return [
    heading(1, release.title),
    facts([
      ['Модули', modules.map(({ namemod }) => namemod).join(', ')],
      ['Компании', isRivc ? customers.map((customer) => customerName(item, customer)).join(', ') : ''],
      ['Опубликован до готовности', reason ?? ''],
    ]),
    ...filesTable(item),
    ...files,
  ]
}

/** The viewer of a document: the caller, or a client company that staff view as. */
export const viewerOf = ({ person, query }: { person: Person; query: { as_company?: number | undefined } }): Person =>
  query.as_company && person.isRivc ? { ...person, isRivc: false, idcomp: query.as_company } : person

/** Makes the document with its file name, as far as the person may see its contents. */
export async function documentOf(
  { deps, person }: Pick<DocumentCall, 'deps' | 'person'>,
  kind: string,
  head: DocumentHead,
) {
  const { author, created_at, text, list, withdrawn, corrects } = head
  // A publication has only a few releases.
  const brought = await Promise.all(list.map(({ release }) => publishedMarkup({ deps, person }, release.id)))
  const about = facts([
    ['Опубликовал', author.name],
    ['Дата', momentWithClock(created_at)],
    ['Отозвана', withdrawn ? `${momentWithClock(withdrawn.at)}: ${withdrawn.reason}` : ''],
    ['Вместо публикации', corrects ? String(corrects) : ''],
  ])
  const numberOf = await companyNumbers(deps.db)
  const named = list.map((item) => ({
    ...item,
    customers: item.customers.map((one) => ({ ...one, namecomp: one.namecomp + numberOf(one.idcomp) })),
  }))
  const items = named.flatMap((item, n) => itemMarkup(item, brought[n] ?? [], person))
  const body = html`${about}${text ? html`<p>${lines(text)}</p>` : ''}${items}`
  return wordReply(`${kind}.docx`, { kind, title: list.map(({ release }) => release.title).join(', '), body })
}

/** The publication as a Word document for the viewer. @throws 404 if there is none or the viewer may not see it */
export async function publicationDoc(call: DocumentCall) {
  const { deps, params } = call
  const person = viewerOf(call)
  const found = await publicationSeenBy(deps.db, person, params.id)
  if (!found) throw refuse('not_found')
  return documentOf({ deps, person }, `Публикация ${params.id}`, found)
}
