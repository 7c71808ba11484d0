import * as z from 'zod'
import { requests } from '@vypusk/contract'
import { storable, visibleLine } from '../characters.ts'
import { ImportRefused } from '../refused.ts'

const titles = requests.fieldTitles

/**
 * The meanings that a column of a file can have, each with its Russian name and the headers it is recognised by (Jira,
 * Redmine, Excel).
 */
export const importFields = {
  source_key: [
    'Ключ',
    'issuekey',
    'key',
    '#',
    '№',
    'номер',
    'номерзаявки',
    'ключ',
    'ключпроблемы',
    'ключзапроса',
    'ключзадачи',
    'код',
    'кодзадачи',
    'workitemkey',
    'idзадачи',
    'идентификаторзадачи',
    'issueid',
    'id',
  ],
  e_title: [
    titles.e_title,
    'etitle',
    'title',
    'summary',
    'subject',
    'тема',
    'название',
    'заголовок',
    'наименование',
    'резюме',
    'сводка',
  ],
  text: ['Текст', 'text', 'description', 'описание', 'текст', 'содержание'],
  planned_time: [
    titles.planned_time,
    'plannedtime',
    'estimatedtime',
    'estimatedhours',
    'originalestimate',
    'estimate',
    'estimation',
    'hours',
    'часы',
    'оценка',
    'оценкавременныхзатрат',
    'оценкатрудозатрат',
    'трудоемкость',
    'плановыечасы',
    'первоначальнаяоценка',
  ],
  status: [titles.status, 'status', 'state', 'статус', 'состояние'],
  type: [
    titles.type,
    'type',
    'issuetype',
    'worktype',
    'tracker',
    'тип',
    'типзаявки',
    'типзадачи',
    'типзапроса',
    'типпроблемы',
    'трекер',
  ],
  // The product's own workbook has the provider's as «Приоритет» beside it.
  priority: [titles.priority, 'приоритетклиента', 'priority', 'приоритет'],
  urgency: [titles.urgency, 'urgency', 'срочность'],
  isPaid: [titles.isPaid, 'ispaid', 'paid', 'платная', 'платность'],
  created_at: ['Создана', 'createdat', 'created', 'createdon', 'создана', 'создано', 'датасоздания'],
  company: [
    titles.company,
    'company',
    'namecomp',
    'client',
    'customer',
    'компания',
    'клиент',
    'заказчик',
    'организация',
  ],
  module: [
    titles.module,
    'module',
    'namemod',
    'component',
    'components',
    'component/s',
    'subsystem',
    'модуль',
    'компонент',
    'компоненты',
    'подсистема',
    'категория',
    'category',
  ],
  author: [titles.author, 'reporter', 'author', 'creator', 'автор', 'докладчик', 'создатель', 'ктосоздал'],
  // oxlint-disable-next-line house/one-word -- how other systems call a column
  assignee: ['Кому назначена', 'assignee', 'assignedto', 'исполнитель', 'назначена', 'назначен', 'ответственный'],
  version: [
    'Версия',
    'fixversion/s',
    'fixversions',
    'fixversion',
    'targetversion',
    'исправитьвверсиях',
    'исправленовверсиях',
    'версия',
    'версии',
  ],
  due_date: ['Срок', 'duedate', 'due', 'срокисполнения', 'срокзавершения', 'срок'],
  story_points: ['Story Points', 'storypoint', 'storypoints', 'storypointestimate'],
  labels: ['Метки', 'labels', 'tags', 'метки', 'теги'],
  parent: ['Родительская', 'parentkey', 'parent', 'parenttask', 'родительскаязадача', 'ключродителя', 'epiclink'],
  links: ['Связи', 'relatedissues', 'links', 'связанныезадачи', 'связи'],
  comments: [
    'Комментарии',
    'comment',
    'comments',
    'lastnotes',
    'комментарий',
    'комментарии',
    'последниекомментарии',
    'последниепримечания',
  ],
  private: [
    'Не для всех',
    'private',
    'isprivate',
    'частная',
    'приватная',
    'securitylevel',
    'уровеньбезопасности',
    'visibleto',
  ],
  private_comments: ['Комментарии не для всех', 'privatecomment', 'privatecomments', 'приватныйкомментарий'],
  private_attachments: ['Вложения не для всех', 'privateattachment', 'privateattachments'],
  attachments: ['Вложения', 'attachment', 'attachments', 'вложение', 'вложения'],
} satisfies Record<string, [title: string, ...headers: string[]]>

export type ImportField = keyof typeof importFields
const fields = Object.keys(importFields) as ImportField[]
/** The meanings that the screen offers for a column. */
export const fieldTitles = fields.map((field) => ({ field, title: importFields[field][0] }))
const isField = (name: string): name is ImportField => Object.hasOwn(importFields, name)

/** Field → header of its column. */
export type Mapping = Partial<Record<ImportField, string>>

/** Normalises a header: case, spaces, punctuation and what nobody sees are ignored, ё equals е. */
const plain = (header: string) =>
  visibleLine(header)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s_.-]+/g, '')

const mappingSchema = z.partialRecord(
  z.enum(fields as [ImportField, ...ImportField[]]),
  z.string().max(500).transform(storable),
)

/** Parses the mapping sent by the screen, as JSON. @throws ImportRefused */
export function parseMapping(json: string): Mapping {
  try {
    return mappingSchema.parse(JSON.parse(json))
  } catch {
    throw new ImportRefused('Соответствие колонок не удалось прочитать')
  }
}

/** Parses `--map` options: `field=column`; an empty column leaves the field out. @throws ImportRefused */
export function readMapping(pairs: string[]): Mapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = '', ...column] = pair.split('=')
      if (!isField(field) || column.length === 0) {
        throw new ImportRefused(`--map ${pair}: нужно поле=колонка, где поле одно из ${fields.join(', ')}`)
      }
      return [field, column.join('=').trim()]
    }),
  )
}

/**
 * Decides which column has which field: a mapping given now takes precedence over a remembered one, and that over the
 * known headers.
 * @throws ImportRefused if a named column is not in the file, or there is no title or key
 */
export function mapColumns(header: string[], chosen: Mapping, remembered: Mapping = {}): Mapping {
  const known = Object.fromEntries(fields.map((field) => [field, guess(header, field)]))
  const mapping: Mapping = { ...known, ...remembered, ...chosen }
  const refuse = (sentence: string) => {
    throw new ImportRefused(`${sentence}. Есть: ${header.join(', ')}`, { header, mapping })
  }
  const used = fields.flatMap((field) => (mapping[field] ? [[field, mapping[field]] as const] : []))
  const missing = used.find(([, column]) => indexOf(header, column) < 0)
  if (missing) refuse(`В файле нет колонки «${missing[1]}»`)
  if (!mapping.e_title) refuse('Не найдена колонка с названием заявки. Укажите, какая это колонка')
  if (!mapping.source_key) refuse('Не найдена колонка с ключом заявки. Укажите, какая это колонка')
  // An empty column is kept: when remembered, it keeps leaving the field out.
  return Object.fromEntries(fields.flatMap((field) => (mapping[field] === undefined ? [] : [[field, mapping[field]]])))
}

/** Jira writes «Custom field (Заказчик)» for fields added by its administrators. */
const CUSTOM = /^(?:customfield|пользовательскоеполе|настраиваемоеполе)\((.*)\)$/

/** The column of a field, by the first of its known headers in the file; custom fields come last. */
function guess(header: string[], field: ImportField): string | undefined {
  const [, ...names] = importFields[field]
  const plainHeader = header.map(plain)
  const added = plainHeader.map((name) => CUSTOM.exec(name)?.[1] ?? '')
  const places = [plainHeader, added].flatMap((among) => names.map((name) => among.indexOf(name)))
  return header[places.find((place) => place >= 0) ?? -1]
}

const indexOf = (header: string[], column: string) => header.map(plain).indexOf(plain(column))

/** Every column with this name: Jira repeats one for each component, version and comment. */
function placesOf(header: string[], column: string | undefined): number[] {
  if (!column) return []
  const name = plain(column)
  return header.flatMap((one, place) => (plain(one) === name ? [place] : []))
}

/** The text of a cell; NULL, as databases write an empty value, counts as empty. */
function cellAt(cells: string[], place: number): string {
  const cell = storable(cells[place] ?? '').trim()
  return cell === 'NULL' ? '' : cell
}

export interface RowReader {
  /** The first non-empty cell of the field; undefined if the file has no such column. */
  one: (cells: string[], field: ImportField) => string | undefined
  /** All non-empty cells of the field. */
  all: (cells: string[], field: ImportField) => string[]
  /** The header of the field's column, as the file has it; undefined if there is no such column. */
  header: (field: ImportField) => string | undefined
  /** The kind and key of the links that Jira writes in a column of its own for each kind. */
  linked: (cells: string[]) => { title: string; key: string }[]
}

/** «Outward issue link (Blocks)», «Входящая ссылка (Blocks)» */
const LINK_COLUMN = /^(?:(?:in|out)ward issue link|(?:вх|исх)одящая ссылка[^(]*)\s*\((.+)\)$/i

/** Reads fields from the rows of a file. */
export function rowReader(header: string[], mapping: Mapping): RowReader {
  const places = new Map(fields.map((field) => [field, placesOf(header, mapping[field])]))
  const links = header.flatMap((column, place) => {
    const title = LINK_COLUMN.exec(visibleLine(column))?.[1]
    return title === undefined ? [] : [{ title, place }]
  })
  const cellsOf = (cells: string[], field: ImportField) =>
    (places.get(field) ?? []).map((place) => cellAt(cells, place))
  return {
    one: (cells, field) => {
      const all = cellsOf(cells, field)
      return all.find(Boolean) ?? all[0]
    },
    all: (cells, field) => cellsOf(cells, field).filter(Boolean),
    header: (field) => header[places.get(field)?.[0] ?? -1],
    linked: (cells) =>
      links.map(({ title, place }) => ({ title, key: cellAt(cells, place) })).filter(({ key }) => key !== ''),
  }
}
