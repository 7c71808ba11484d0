import type { publications } from '@vypusk/contract'
import type { Call, Person } from '../../../platform/call.ts'
import { facts, heading, html, lines, type Html } from '../../../platform/markup.ts'
import { momentInWords, plainName, sizeInWords } from '../../../platform/plain-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import { wordReply } from '../../../platform/word.ts'
import { publishedMarkup } from '../../releases/port.ts'
import { publicationSeenBy } from './detail.ts'

type Item = publications.PublicationItem
type Asked = Pick<Call<typeof publications.getPublicationDoc>, 'deps' | 'person' | 'params' | 'query'>

const file = ({ file_name, version, size, sha256 }: Item['files'][number]) =>
  html`<tr>
    <td>${file_name}<br /><span class="small">SHA-256 ${sha256}</span></td>
    <td>${version}</td>
    <td>${sizeInWords(size)}</td>
  </tr>`

const filesTable = (files: Item['files']): Html[] =>
  files.length === 0
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
            ${files.map(file)}
          </tbody>
        </table>`,
      ]

const customerName = ({ notPublishingList }: Item, { idcomp, namecomp }: Item['customers'][number]) =>
  `${plainName(namecomp)}${notPublishingList.includes(idcomp) ? ' (не публикуется)' : ''}`

/** One release; the own company is all a client sees, so it is not named. */
function itemMarkup(item: Item, told: Html[], { isRivc }: Person): Html[] {
  const { release, modules, files, customers, reason } = item
  return [
    heading(1, release.title),
    facts([
      ['Модули', modules.map(({ namemod }) => namemod).join(', ')],
      ['Компании', isRivc ? customers.map((customer) => customerName(item, customer)).join(', ') : ''],
      ['Опубликован до готовности', reason ?? ''],
    ]),
    ...filesTable(files),
    ...told,
  ]
}

/** Whose document it is: the caller's, or, asked by staff, that of a client company. */
const viewerOf = ({ person, query }: Asked): Person =>
  query.as_company && person.isRivc ? { ...person, isRivc: false, idcomp: query.as_company } : person

/** The publication as a Word document, as the viewer may know it; 404 also for one the viewer may not know of. */
export async function publicationDoc(asked: Asked) {
  const { deps, params } = asked
  const person = viewerOf(asked)
  const found = await publicationSeenBy(deps.db, person, params.id)
  if (!found) throw refuse('not_found')
  // A publication has a handful of releases.
  const told = await Promise.all(found.list.map(({ release }) => publishedMarkup({ deps, person }, release.id)))
  const about = facts([
    ['Опубликовал', found.author.name],
    ['Дата', momentInWords(found.created_at)],
  ])
  const items = found.list.flatMap((item, n) => itemMarkup(item, told[n] ?? [], person))
  const body = html`${about}${found.text ? html`<p>${lines(found.text)}</p>` : ''}${items}`
  const title = found.list.map(({ release }) => release.title).join(', ')
  return wordReply(`Публикация ${params.id}.docx`, { kind: `Публикация ${params.id}`, title, body })
}
