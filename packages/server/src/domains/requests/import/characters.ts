import { cutTo, isLongerThan, readable } from '@vypusk/contract'

/**
 * A text without what the database does not take: zero characters, and half a character, where another system has cut a
 * text.
 */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** What most cells of a file have none of: anything but plain letters with single spaces between them. */
const MAY_NEED = /[^ -~А-яЁё№«»–]| {2}|^ | $/

/** What people see of a text on one line: marks of no width and control characters are left out. */
export const visibleLine = (text: string): string =>
  MAY_NEED.test(text)
    ? readable(text)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : text

const MOST_SAID = 100
/** What a sentence says of a cell: one may hold a whole text. */
export const inShort = (text: string): string =>
  isLongerThan(text, MOST_SAID) ? `${cutTo(text, MOST_SAID - 1).trimEnd()}…` : text
