import { releases, shiftHeadings } from '@vypusk/contract'
import { heading, html, Html, lines } from '../../../platform/text/markup.ts'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import { statement } from '../../../platform/statement.ts'
import { wordReply } from '../../../platform/documents/word.ts'
import { isReleaseKnown } from '../../access/port.ts'
import { descriptionOf, textOf, type Reader } from './detail.ts'

/**
 * The text of a request or a release. It was cleaned when it was saved; its headings are lowered to fit below the
 * surrounding ones.
 */
const rich = (text: string, by: number) => new Html(shiftHeadings(text, by))

const listOf = (titles: string[]) =>
  html`<ul>
    ${titles.map((title) => html`<li>${title}</li>`)}
  </ul>`

function partOf({ module, merged, unwritten, solo }: releases.DescriptionPart, level: number): Html[] {
  return [
    heading(level, module.namemod),
    ...merged.map(({ description }) => rich(description, level - 1)),
    ...(unwritten.length > 0 ? [listOf(unwritten.map(({ e_title }) => e_title))] : []),
    ...solo.flatMap(({ e_title, description }) => [heading(level + 1, e_title), rich(description, level)]),
  ]
}

/**
 * The description of a release as far as the person may see it: its own text, then the requests' texts by module.
 * @param level of the modules' headings
 */
async function descriptionMarkup(reader: Reader, id: number, level: number): Promise<Html> {
  const { description, requests } = await descriptionOf(reader, id)
  const parts = releases.byModule(requests)
  if (!description && parts.length === 0) return html`<p>Описания пока нет.</p>`
  return html`${rich(description, level - 2)}${parts.flatMap((part) => partOf(part, level))}`
}

/**
 * The part of a publication's document about one of its releases: its description and its terms. Empty for a release
 * that the reader can no longer see, though what was handed over stays available.
 */
export async function publishedMarkup(reader: Reader, id: number): Promise<Html[]> {
  if (!(await isReleaseKnown(reader.deps.db, reader.person, id))) return []
  const terms = await textOf(reader, id, 'terms')
  return [
    heading(2, 'Что изменилось'),
    await descriptionMarkup(reader, id, 3),
    ...(terms ? [heading(2, 'Правила установки'), rich(terms, 1)] : []),
  ]
}

const named = statement((db, { id }: { id: number }) =>
  db.selectFrom('releases').select(['title', 'plan_date', 'short_description']).where('id', '=', id),
)

/** The release description as a Word document, with the same content as the page. */
export async function descriptionDoc(reader: Reader, id: number) {
  const description = await descriptionMarkup(reader, id, 1)
  const { title, plan_date, short_description } = await named.one(reader.deps.db, { id })
  const lead = short_description.replaceAll(/<br\s*\/?>/gi, '\n')
  const body = html`<p>Плановая дата ${dayInWords(plan_date)}</p>
    ${lead ? html`<p>${lines(lead)}</p>` : ''}${description}`
  return wordReply(`Описание релиза ${id}.docx`, { kind: 'Описание релиза', title, body })
}
