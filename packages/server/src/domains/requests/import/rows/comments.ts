import { createHash } from 'node:crypto'
import { cutTo } from '@vypusk/contract'
import type { Reading } from './forms.ts'
import { visibleLine } from '../characters.ts'
import { readMoment } from './dates.ts'

/** A comment on a request in another system. */
export interface Comment {
  /** '' if the file does not name the author. */
  author: string
  /** ISO 8601; null if the file has no time. */
  at: string | null
  text: string
  /**
   * Whether it was not visible to everybody in the other system: then only staff see it here, whatever is chosen for
   * the others.
   */
  isPrivate?: true
}

/** The most comments of one request that are imported. */
const MOST_COMMENTS = 500
const MOST_TEXT = 50_000
const MOST_NAME = 200

/** Jira's `13/Mar/25 3:04 PM;jcarter;text`. */
const WITH_AUTHOR = /^(?<at>[^;]{6,40});(?<author>[^;]{1,200});(?<text>[\s\S]+)$/

/** Reads the comments of one row from its cells; Redmine exports only the text of the last one. */
export function readComments(cells: string[], { order, zone }: Pick<Reading, 'order' | 'zone'>): Comment[] {
  return cells
    .slice(0, MOST_COMMENTS)
    .map((cell): Comment => {
      const found = WITH_AUTHOR.exec(cell)?.groups
      const at = found?.['at'] ? readMoment(found['at'].trim(), order, zone) : undefined
      if (!found || at === undefined) return { author: '', at: null, text: cutTo(cell, MOST_TEXT) }
      const { author = '', text = '' } = found
      return { author: cutTo(visibleLine(author), MOST_NAME), at, text: cutTo(text.trim(), MOST_TEXT) }
    })
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}

const LETTERS = 16
/** Identifies a comment in later files; the author's name is left out if there is a time, because it may change. */
export const sumOf = ({ author, at, text }: Comment) =>
  createHash('sha256')
    .update(JSON.stringify([at === null ? author : '', at, text]))
    .digest('hex')
    .slice(0, LETTERS)
