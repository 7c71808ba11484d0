/**
 * Marks that nobody sees: those that have no width and those that turn the writing round. A joiner and a variation
 * selector belong to emoji, where they are kept.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\p{EMod}\ufe0f]?(?:\u200d\p{Extended_Pictographic}[\p{EMod}\ufe0f]?)+|\p{Emoji}\ufe0f)|\p{DI}/gu

/** What people see of a text: composed letters, so that two names that look the same are the same. */
export const readable = (text: string): string =>
  text.normalize('NFC').replaceAll(UNSEEN, (_, emoji: string | undefined) => emoji ?? '')

/** Characters that are blank although they are letters or symbols to a computer. */
const BLANK = /[\s\p{C}\p{M}\p{DI}\u2800]/gu
export const isVisible = (text: string): boolean => text.replaceAll(BLANK, '') !== ''
