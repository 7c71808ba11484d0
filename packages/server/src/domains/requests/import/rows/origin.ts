import { cutTo } from '@vypusk/contract'
import type { Origin } from '../../rules.ts'
import type { Reading } from './forms.ts'
import type { ImportField } from './columns.ts'
import { visibleLine } from '../characters.ts'
import { readDay } from './dates.ts'
import type { NamedFile } from './named-files.ts'
import { isNobody, isPrivate } from '../words/words.ts'

const MOST = 50
const MOST_LETTERS = 200
const short = (text: string) => cutTo(visibleLine(text), MOST_LETTERS)

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
