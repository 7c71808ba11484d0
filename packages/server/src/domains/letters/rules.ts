import { oneLine } from '../../platform/plain-text.ts'

/** Somebody a letter may go to. */
export interface Addressee {
  id: number
  name: string
  email: string | null
  isRivc: boolean
  idcomp: number | null
  is_blocked: boolean
  deleted_at: string | null
}

/** People who can be written to: they have an address, are neither blocked nor deleted, and did not do it themselves. */
export const reachable = (people: Addressee[], doer_id: number): (Addressee & { email: string })[] =>
  people.filter(
    (person): person is Addressee & { email: string } =>
      person.email !== null && !person.is_blocked && person.deleted_at === null && person.id !== doer_id,
  )

/**
 * Groups of addresses in which no address stands twice, whatever its letter case: whoever is in an
 * earlier group is left out of the later ones.
 * @param own the doer's own address, left out everywhere
 */
export function apart(groups: string[][], own: string | null): string[][] {
  const seen = new Set(own ? [own.toLowerCase()] : [])
  return groups.map((group) =>
    group.filter((address) => {
      const key = address.toLowerCase()
      return !seen.has(key) && seen.add(key)
    }),
  )
}

/** `2026-03-05` and `22:00` as «05.03.2026 22:00». */
export function dateText(releaseDate: string | null, releaseTime: string | null): string {
  if (!releaseDate) return 'не назначена'
  const day = releaseDate.split('-').toReversed().join('.')
  return releaseTime ? `${day} ${releaseTime}` : day
}

interface SendError {
  message?: string
  code?: string
  responseCode?: number
}

const UNREACHABLE = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ENOTFOUND'])
const SERVER_ANSWER = /\b[45]\d\d[ -][\s\S]*$/

/** Why a letter did not leave, for the person who has to do something about it. */
export function reasonOf({ message = '', code = '' }: SendError): string {
  if (code === 'EAUTH') return 'Почтовый сервер не принял имя и пароль из SMTP_URL'
  const answer = SERVER_ANSWER.exec(message)?.[0]
  if (answer) return `Почтовый сервер ответил: ${oneLine(answer).slice(0, 500)}`
  if (UNREACHABLE.has(code)) return 'Почтовый сервер недоступен'
  return 'Письмо не отправлено'
}
