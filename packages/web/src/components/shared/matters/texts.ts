/** How much waits; `more` means that there are more than were counted. */
export interface Counted {
  total: number
  more: boolean
}

const number = ({ total, more }: Counted): string => `${total.toLocaleString('ru-RU')}${more ? '+' : ''}`

/** «Ждёт меня: 3», or only the name when nothing waits. */
export const waitingLabel = (counted: Counted | undefined): string =>
  counted && counted.total > 0 ? `Ждёт меня: ${number(counted)}` : 'Ждёт меня'

const MOST_SHOWN = 99

/** The short form for a badge: «3», «99+»; null when nothing waits. */
export function waitingBadge(counted: Counted | undefined): string | null {
  if (!counted || counted.total === 0) return null
  return counted.total > MOST_SHOWN ? `${MOST_SHOWN}+` : String(counted.total)
}

/** The window's title with the number of waiting matters: «(3) Релизы · Выпуск». */
export const titleWith = (title: string, counted: Counted | undefined): string => {
  const badge = waitingBadge(counted)
  return badge ? `(${badge}) ${title}` : title
}
