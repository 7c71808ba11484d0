/**
 * Marks that nobody sees: those that have no width and those that turn the writing round. A joiner and a variation
 * selector belong to emoji, where they are kept.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\p{EMod}\ufe0f]?(?:\u200d\p{Extended_Pictographic}[\p{EMod}\ufe0f]?)+|\p{Emoji}\ufe0f)|\p{DI}/gu

/** Spaces of every kind but line ends; text editors put one between a number and its unit that breaks no line. */
const SPACE = /\p{Zs}/gu

/** What people see of a text: composed letters and one kind of space, so that two names that look the same are the same. */
export const readable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(SPACE, ' ')
    .replaceAll(UNSEEN, (_, emoji: string | undefined) => emoji ?? '')

/** Characters that are blank although they are letters or symbols to a computer. */
const BLANK = /[\s\p{C}\p{M}\p{DI}\u2800]/gu
export const isVisible = (text: string): boolean => text.replaceAll(BLANK, '') !== ''

/** A text as it is, but empty if it has nothing to read. */
export const wordsIn = (text: string): string => (isVisible(text) ? text : '')
