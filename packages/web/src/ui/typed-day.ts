/** Day and month both with a leading zero or both without one, the year in four digits or two; or eight digits. */
const WRITTEN = [/^(\d\d)\.(\d\d)\.(\d{4}|\d\d)$/, /^([1-9]\d?)\.([1-9]\d?)\.(\d{4}|\d\d)$/, /^(\d\d)(\d\d)(\d{4})$/]
/** Two-digit years above this belong to the previous century. */
const LAST_OF_THIS_CENTURY = 68

const fullYear = (written: string): number => {
  const year = Number(written)
  return written.length > 2 ? year : year + (year > LAST_OF_THIS_CENTURY ? 1900 : 2000)
}

/**
 * Parses a typed date strictly as day, month, year; anything else is refused, never guessed.
 * @returns `YYYY-MM-DD`, or null
 */
export function parseDay(typed: string): string | null {
  const text = typed.trim().replaceAll(/[/\-\s]/g, '.')
  const [, day, month, written] = WRITTEN.map((form) => form.exec(text)).find(Boolean) ?? []
  if (!day || !month || !written) return null
  const read = [fullYear(written), Number(month), Number(day)] as const
  const date = new Date(Date.UTC(read[0], read[1] - 1, read[2]))
  // JavaScript turns a 31st of February into a day in March.
  const isThere =
    date.getUTCFullYear() === read[0] && date.getUTCMonth() === read[1] - 1 && date.getUTCDate() === read[2]
  return isThere ? date.toISOString().slice(0, 10) : null
}
