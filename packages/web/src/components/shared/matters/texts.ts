/** How much waits: beyond what is counted it is so many and more. */
export interface Counted {
  total: number
  more: boolean
}

const number = ({ total, more }: Counted): string => `${total.toLocaleString('ru-RU')}${more ? '+' : ''}`

/** «Ждёт меня: 3»; where nothing does, only the name. */
export const waitingLabel = (counted: Counted | undefined): string =>
  counted && counted.total > 0 ? `Ждёт меня: ${number(counted)}` : 'Ждёт меня'

const MOST_SHOWN = 99

/** What a mark has room for: «3», «99+»; nothing where nothing waits. */
export function waitingBadge(counted: Counted | undefined): string | null {
  if (!counted || counted.total === 0) return null
  return counted.total > MOST_SHOWN ? `${MOST_SHOWN}+` : String(counted.total)
}

/** The window's title with what waits: «(3) Релизы · Выпуск». */
export const titleWith = (title: string, counted: Counted | undefined): string => {
  const badge = waitingBadge(counted)
  return badge ? `(${badge}) ${title}` : title
}
