import { cutTo } from '../../../platform/plain-text.ts'
import type { Reading } from './forms.ts'
import type { ImportField } from './columns.ts'
import { readDay } from './dates.ts'
import type { NamedFile } from './named-files.ts'
import { isNobody, isPrivate } from './words.ts'

/** What a request keeps of the system it came from, beside its own fields; missing values are left out. */
export interface Origin {
  author?: string
  assignee?: string
  versions?: string[]
  /** `YYYY-MM-DD` */
  due?: string
  labels?: string[]
  /** Set if it was not visible to everybody; then its company, if the file has one. */
  is_private?: true
  company?: string
  story_points?: string
  /** The keys of linked requests of the same source, with the kinds of links. */
  links?: { title: string; key: string }[]
  /** The addresses of its files in the other system. */
  files?: { name: string; url: string }[]
}

/** «Ольга Смирнова (osmirnova@example.ru)» as people see her name: what leads to an account is not shown. */
export const withoutAccount = (name: string) => name.replace(/\s*[(<][^()<>]*[)>]\s*$/, '').trim() || name

const MOST = 50
const MOST_LETTERS = 200
const short = (text: string) => cutTo(text.replace(/\s+/g, ' ').trim(), MOST_LETTERS)

/** Everything in the row that has no field of its own here; undefined if there is nothing. */
export function readOrigin(
  cells: string[],
  { rows, order }: Pick<Reading, 'rows' | 'order'>,
  files: NamedFile[],
): Origin | undefined {
  const one = (field: ImportField) => short(rows.one(cells, field) ?? '')
  const person = (field: ImportField) => (isNobody(one(field)) ? '' : one(field))
  const origin = {
    author: person('author'),
    assignee: person('assignee'),
    versions: listed(rows.all(cells, 'version')),
    due: readDay(rows.one(cells, 'due_date') ?? '', order) ?? '',
    labels: listed(rows.all(cells, 'labels')),
    story_points: one('story_points'),
    links: linksOf(one('parent'), [...rows.all(cells, 'links').flatMap(linksIn), ...rows.linked(cells)]),
    files: files.map(({ name, url }) => ({ name, url })),
  }
  const closed = isPrivate(one('private')) && {
    is_private: true as const,
    ...(one('company') && { company: one('company') }),
  }
  const filled = Object.entries(origin).filter(([, value]) => value.length > 0)
  return filled.length > 0 || closed ? { ...Object.fromEntries(filled), ...closed } : undefined
}

/** Values of repeated columns and of cells with comma-separated lists. */
const listed = (cells: string[]) =>
  [
    ...new Set(
      cells
        .flatMap((cell) => cell.split(','))
        .map(short)
        .filter(Boolean),
    ),
  ].slice(0, MOST)

const PARENT = 'Родительская задача'

function linksOf(parent: string, others: { title: string; key: string }[]) {
  const key = parent.replace(/^#/, '')
  const links = [...(key === '' ? [] : [{ title: PARENT, key }]), ...others]
  return links.slice(0, MOST).map((link) => ({ title: short(link.title), key: short(link.key) }))
}

/** Redmine's `Blocked by #1021, Duplicates #1028`. */
const linksIn = (cell: string) =>
  cell.split(',').flatMap((part) => {
    const found = /^(?<title>[^#]*)#(?<key>\d+)/.exec(part.trim())?.groups
    return found?.['key'] ? [{ title: (found['title'] ?? '').trim() || 'Связана', key: found['key'] }] : []
  })
