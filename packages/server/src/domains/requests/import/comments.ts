import { createHash } from 'node:crypto'
import type { Reading } from './forms.ts'
import { readMoment } from './dates.ts'

/** What somebody has said of a request in another system. */
export interface Comment {
  /** '' where the file does not say who. */
  author: string
  /** ISO 8601; null where the file does not say when. */
  at: string | null
  text: string
  /** It was not said to everybody there: it is staff's own here, whatever is said of the others. */
  isPrivate?: true
}

/** As much is kept of one request. */
const MOST_COMMENTS = 500
const MOST_TEXT = 50_000
const MOST_NAME = 200

/** Jira's `13/Mar/25 3:04 PM;jcarter;text`. */
const WITH_AUTHOR = /^(?<at>[^;]{6,40});(?<author>[^;]{1,200});(?<text>[\s\S]+)$/

/** Comments of one row, as its cells have them; Redmine gives only the words of the last one. */
export function readComments(cells: string[], { order, zone }: Pick<Reading, 'order' | 'zone'>): Comment[] {
  return cells
    .slice(0, MOST_COMMENTS)
    .map((cell): Comment => {
      const found = WITH_AUTHOR.exec(cell)?.groups
      const at = found?.['at'] ? readMoment(found['at'].trim(), order, zone) : undefined
      if (!found || at === undefined) return { author: '', at: null, text: cell.slice(0, MOST_TEXT) }
      const { author = '', text = '' } = found
      return { author: author.trim().slice(0, MOST_NAME), at, text: text.trim().slice(0, MOST_TEXT) }
    })
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}

const LETTERS = 16
/** By which the same comment of a later file is known; people may be called otherwise there. */
export const sumOf = ({ author, at, text }: Comment) =>
  createHash('sha256')
    .update(JSON.stringify([at === null ? author : '', at, text]))
    .digest('hex')
    .slice(0, LETTERS)
