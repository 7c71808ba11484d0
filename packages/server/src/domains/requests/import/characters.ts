/**
 * A text without what the database does not take: zero characters, and half a character, where another system has cut a
 * text.
 */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
