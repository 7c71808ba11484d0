/** What a caller reads about a text that the database cannot store. */
export const UNSTORABLE = 'В тексте есть испорченный знак: нулевой или половина эмодзи. Уберите его'

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isStorable)
  return Object.entries(value).every(([name, each]) => isStorable(name) && isStorable(each))
}

/**
 * The places, with dots, of texts that PostgreSQL cannot store: with a zero byte, or with half of a character that
 * takes two. It would refuse them too, but without naming the field.
 */
export function unstorableIn(value: unknown, place: readonly string[] = []): string[] {
  if (isStorable(value)) return []
  if (typeof value === 'string') return [place.join('.')]
  return Object.entries(value as object).flatMap(([name, each]) =>
    isStorable(name) ? unstorableIn(each, [...place, name]) : [place.join('.')],
  )
}
