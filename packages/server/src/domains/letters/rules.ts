import { hasBeen, msSince } from '../../platform/elapsed.ts'
import { cutTo, DAY_MS } from '@vypusk/contract'
import { oneLine } from '../../platform/text/plain-text.ts'

/** The kind of the daily letter, which is about many things. */
export const DAILY_LETTER = 'notices.digest'

/** The topic under which letters about changed scopes are held, and their kind. */
export const SCOPE_TOPIC = 'agreement.scope_changed'

/** The kinds of the letters that tell of a changed scope. */
export const SCOPE_LETTERS: readonly string[] = [SCOPE_TOPIC, 'agreement.scope_settled']

/** The kinds of events that report exactly that their reader may know no more of a thing. */
export const PARTING: ReadonlySet<string> = new Set(['agreement.withdrawn', 'publication.withdrawn'])

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

/** The people who can get a letter: they have an address, are neither blocked nor deleted, and are not the actor. */
export const reachable = (people: Addressee[], actor_id: number): (Addressee & { email: string })[] =>
  people.filter(
    (person): person is Addressee & { email: string } =>
      person.email !== null && !person.is_blocked && person.deleted_at === null && person.id !== actor_id,
  )

/** Somebody with the address of a letter that waited. */
export interface Account extends Pick<Addressee, 'isRivc' | 'idcomp'> {
  /** Blocked or deleted. */
  is_gone: boolean
  can_enter_registry: boolean
}

/**
 * Why a letter about work is not sent to an address any more. An address that was added to an agreement by hand is not
 * asked about here: it belongs to whom it was given.
 * @param letter.company whose people the letter is for; null if it is for anybody
 * @param letter.isOfRegistry only people who may enter the registry read of its entries
 */
export function whyNotTo(
  accounts: Account[],
  { company, isOfRegistry }: { company: number | null; isOfRegistry: boolean },
): string | null {
  if (accounts.length === 0) return 'Этот адрес больше никому не принадлежит: его изменили или убрали'
  const living = accounts.filter(({ is_gone }) => !is_gone)
  if (living.length === 0) return 'Человек с этим адресом заблокирован или удалён'
  const theirs = living.filter(({ isRivc, idcomp }) => company === null || isRivc || idcomp === company)
  if (theirs.length === 0) return 'Человек с этим адресом больше не из этой компании'
  const mayRead = !isOfRegistry || theirs.some(({ can_enter_registry }) => can_enter_registry)
  return mayRead ? null : 'У человека с этим адресом больше нет доступа в реестр'
}

/**
 * A group of addresses, and the company that the letter is for, as an addressee may belong to several; null if it is
 * for anybody.
 */
export interface Group {
  targets: string[]
  idcomp: number | null
}

/**
 * Removes repeated addresses, in any letter case: an address in an earlier group for the same company is left out of
 * the later ones.
 * @param own the actor's own address, left out everywhere
 */
export function apart(groups: Group[], own: string | null): string[][] {
  /** The companies that each address gets a letter for already. */
  const seen = new Map<string, (number | null)[]>(own ? [[own.toLowerCase(), [null]]] : [])
  return groups.map(({ targets, idcomp }) =>
    targets.filter((address) => {
      const key = address.toLowerCase()
      const written = seen.get(key) ?? []
      const isNew = idcomp === null ? written.length === 0 : !written.includes(null) && !written.includes(idcomp)
      if (isNew) seen.set(key, [...written, idcomp])
      return isNew
    }),
  )
}

/** Everybody who may have to be told that a publication was withdrawn. */
export interface Concerned {
  recipients: Addressee[]
  /** The people who had it in hand for the company that they are of now. */
  holders: Addressee[]
  /** The deputies and heads of the companies. */
  superiors: Addressee[]
}

/**
 * Who is told that a publication was withdrawn: its recipients, and the people of the companies it reached who had it in
 * hand. If nobody of a company is left, its deputy and head are.
 * @param companies those that it reached
 * @returns `silent`: the companies of which nobody can be told
 */
export function readersOfWithdrawal(companies: number[], concerned: Concerned, actor_id: number) {
  const { recipients, holders, superiors } = concerned
  const told = companies.map((idcomp) => {
    const of = (people: Addressee[]) =>
      reachable(
        people.filter((person) => person.idcomp === idcomp),
        actor_id,
      )
    const own = of([...recipients, ...holders])
    return { idcomp, people: own.length > 0 ? own : of(superiors) }
  })
  const staff = reachable(
    recipients.filter(({ isRivc }) => isRivc),
    actor_id,
  )
  const readers = [...staff, ...told.flatMap(({ people }) => people)]
  return {
    readers: [...new Map(readers.map((reader) => [reader.id, reader])).values()],
    silent: told.filter(({ people }) => people.length === 0).map(({ idcomp }) => idcomp),
  }
}

/** What a person has chosen about a thing and about letters. */
export interface Chosen {
  /** False: opted out of its news; null: has chosen nothing. */
  watches: boolean | null
  /** The kinds of notices they want no letters about. */
  muted: string[]
}

/**
 * What decides whether a person who stops following a thing, or turns letters off, still gets a notice that waits;
 * undefined in notices that the release before wrote.
 */
export interface Wanted {
  /** As in the person's settings. */
  kind?: string | undefined
  /** Asks something of them, whether they follow the thing or not. */
  isDirect?: boolean | undefined
}

/** Whether a person wants a notice by letter now. */
export const stillWants = ({ watches, muted }: Chosen, { kind, isDirect }: Wanted): boolean =>
  (watches !== false || isDirect !== false) && (kind === undefined || !muted.includes(kind))

type SendError = { message?: string; code?: string }
const UNREACHABLE = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ENOTFOUND'])
const NOT_ADMITTED = 'Почтовый сервер не принял имя и пароль из SMTP_URL'
const NOT_SECURE = 'Защищённое соединение с почтовым сервером не удалось'
const AWAY = 'Почтовый сервер недоступен'
/** Reasons for which no letter is sent, whoever it is for. */
export const OF_THE_SERVER = [NOT_ADMITTED, NOT_SECURE, AWAY]
const UNTRUSTED = /certificate|SSL routines/i
const SERVER_ANSWER = /\b[45]\d\d[ -][\s\S]*$/

/**
 * Why a letter was not sent, for the person who has to fix it.
 * @param otherwise the sentence for an unknown failure
 */
export function reasonOf({ message = '', code = '' }: SendError, otherwise = 'Письмо не отправлено'): string {
  if (code === 'EAUTH') return NOT_ADMITTED
  if (code === 'ETLS' || UNTRUSTED.test(message)) return NOT_SECURE
  const answer = SERVER_ANSWER.exec(message)?.[0]
  if (answer) return `Почтовый сервер ответил: ${cutTo(oneLine(answer), 500)}`
  if (UNREACHABLE.has(code)) return AWAY
  return otherwise
}

interface Side<Reader, Release> {
  /** Null for staff. */
  idcomp: number | null
  readers: Reader[]
  shown: Release[]
}

/**
 * Groups the readers of a publication: each company's people read of the releases it gets, staff of all of them; groups
 * without a release are left out.
 */
export function publishedSides<
  Reader extends Pick<Addressee, 'idcomp' | 'isRivc'>,
  Release extends { customers: number[] },
>(releases: Release[], readers: Reader[]): Side<Reader, Release>[] {
  const companies = [...new Set(readers.flatMap(({ idcomp }) => (idcomp === null ? [] : [idcomp])))]
  const sides = companies.map((idcomp) => ({
    idcomp,
    readers: readers.filter((reader) => reader.idcomp === idcomp),
    shown: releases.filter(({ customers }) => customers.includes(idcomp)),
  }))
  const staff = { idcomp: null, readers: readers.filter(({ isRivc }) => isRivc), shown: releases }
  return [...sides, staff].filter((side) => side.readers.length > 0 && side.shown.length > 0)
}

/**
 * The publication that a side's letter says it replaces: companies read of one only if it had reached them with one of
 * these releases; to the others the files are new.
 * @param idcomp null for staff
 */
export const correctedFor = (
  idcomp: number | null,
  shown: { corrected: number[] }[],
  corrects: number | null,
): number | null => (idcomp === null || shown.some(({ corrected }) => corrected.includes(idcomp)) ? corrects : null)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names that occur in a text as whole words. */
export function namesIn(text: string, names: string[]): string[] {
  const lowered = text.toLowerCase()
  return names.filter((name) => {
    const word = name.trim().toLowerCase()
    if (word === '' || !lowered.includes(word)) return false
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'u').test(lowered)
  })
}

const WHEN_GETTING = {
  now: null,
  later: 'Релиз скрыт: письмо уйдёт, когда его покажут',
  never: 'Компания не получает ни одного релиза',
}
/** When a person's company gets a release of a draft. */
type Getting = keyof typeof WHEN_GETTING

/** Why a chosen person gets no letter; null if they do. */
export function unreached(person: Addressee, actor_id: number, getting: Getting): string | null {
  if (person.id === actor_id) return 'Отправитель публикации'
  if (person.email === null) return 'Нет адреса'
  if (person.is_blocked) return 'Заблокирован'
  return WHEN_GETTING[getting]
}

const QUIET_MS = 10 * 60_000
const LONGEST_MS = 60 * 60_000
/** No letter is held for longer: one about a changed scope for a day since the one before. */
export const LONGEST_HELD_MS = DAY_MS

/** One of the letters that told of a scope last, and how it ended. */
export interface ScopeLetter {
  state: string
  /** Null if it told of the scope of its event. */
  told_sha: string | null
}

/**
 * The scope that letters told of, if all of them told of another one than their event names: it had changed again while
 * they waited. Null if anybody read of the one that the event names, or may still.
 */
export function notifiedByAll(letters: ScopeLetter[]): string | null {
  const isOpen = letters.some(({ state }) => state === 'queued')
  const [told = null, ...others] = new Set(letters.flatMap((one) => (one.state === 'sent' ? [one.told_sha] : [])))
  return isOpen || others.length > 0 ? null : told
}

/**
 * How long a letter is held for those that may follow: until ten minutes without another have passed, at most an hour.
 * @returns null if it is sent at once, because no letter of its kind was sent recently
 */
export function heldUntil(
  { sent_at, since }: { sent_at: string | null; since: string | null },
  at: string,
): { since: string; due_at: string } | null {
  const now = Date.parse(at)
  if (since === null && (sent_at === null || msSince(sent_at, now) >= QUIET_MS)) return null
  const begun = since ?? at
  return { since: begun, due_at: new Date(Math.min(now + QUIET_MS, Date.parse(begun) + LONGEST_MS)).toISOString() }
}

/** The same for a changed scope, which is never sent at once, and at most once a day. */
export function scopeHeldUntil({ sent_at, since }: { sent_at: string | null; since: string | null }, at: string) {
  const begun = since ?? at
  const now = Date.parse(at)
  const quiet = Math.min(now + QUIET_MS, Date.parse(begun) + LONGEST_MS)
  const due = Math.max(quiet, sent_at === null || !hasBeen(sent_at, now) ? 0 : Date.parse(sent_at) + DAY_MS)
  return { since: begun, due_at: new Date(due).toISOString() }
}
