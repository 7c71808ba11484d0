import * as z from 'zod'
import { wholeIn, wholeText } from './numbers.ts'
import { optional } from './optional.ts'
import { readable, wordsIn } from './readable.ts'

/** The building blocks of every schema: ids, days, times, moments, minutes (api.md, Conventions). */

/** The largest number that an id can have. */
export const LARGEST_ID = 2_147_483_647
export const id = z.int().positive().max(LARGEST_ID)
/** An id, or 0 for "none". */
export const idOrNone = z.int().min(0).max(LARGEST_ID)
/**
 * A larger number is an id that nothing has, or a page that no list has; each call has a sentence or a reply of its own
 * for that.
 */
export const atMostLargest = (value: number) => Math.min(value, LARGEST_ID)
/** An id that the call looks up and, if nothing has it, answers with 404. */
export const soughtId = z.number().overwrite(atMostLargest).int().positive().max(LARGEST_ID)
/** An id in a path or a query string. */
export const idText = wholeText(soughtId)
/** An id in a path, or 0 for something that has not been created yet. */
export const idTextOrNone = wholeText(z.number().overwrite(atMostLargest).int().min(0).max(LARGEST_ID))
/** The counter of changes to a row; a save sends back the one it is based on. */
export const versionNumber = z.int().min(0).max(LARGEST_ID)
/** The version that a save is based on; without one the last write wins (api.md, Conventions). */
export const version = optional(versionNumber)

/** The range of days that the product accepts, which bounds everything that counts or lists days. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2100-12-31'
export const DAY_BOUNDS = 'Дата – от 01.01.2000 до 31.12.2100'
/** Calendar day, `YYYY-MM-DD`, from 2000 to 2100. */
export const day = z.iso.date({ abort: true }).refine((text) => isKnownDay(text), DAY_BOUNDS)
export const isKnownDay = (text: string) => FIRST_DAY <= text && text <= LAST_DAY

/** The length of a day without a change of clocks. */
export const DAY_MS = 24 * 3600 * 1000
/** Whether a period has at most so many days, the first and the last included. */
export const isWithin = (first: string, last: string, days: number) =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS < days
/** Time of day, `HH:mm`. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Время: ЧЧ:ММ', abort: true })
  .max(5)
/** A moment mentioned in a text, with the time zones in which the text gives it. */
export const plannedMoment = z.object({
  releaseDate: day,
  releaseTime: timeOfDay,
  /** The zone of the day and the time of day: the installation's. */
  zone: z.string().max(100),
  company_zone: z.string().max(100).nullable(),
})
export type PlannedMoment = z.output<typeof plannedMoment>
/** ISO 8601 in UTC with milliseconds, within the same years. */
export const moment = z.iso
  .datetime({ abort: true })
  .max(30)
  .refine((text) => isKnownDay(text.slice(0, 10)), DAY_BOUNDS)
/** A time of day, or none; an empty form field means none. */
export const timeOrNone = z.union([timeOfDay, z.literal('').transform(() => null), z.null()])
/** Production time in whole minutes, 0…600 000 (10 000 hours). */
export const minutes = z.int().min(0).max(600_000)

/** The most items in one filter or one list, unless a smaller limit is given. */
export const MOST_IDS = 10_000

const CONTROL = /[\p{Cc}\u2028\u2029]/u
export const isOneLine = (text: string) => !CONTROL.test(text)
export const ONE_LINE = 'Одной строкой: без переносов, табуляции и других управляющих знаков'

interface LineWords {
  /** Message for an empty line; if omitted, the line may be empty. */
  empty?: string
  long?: string
}

/**
 * A name, a title, a login or an address: one line with at most so many characters. Line breaks and other control
 * characters are refused, because names are used in headers of letters and of files; marks that nobody sees are left
 * out.
 */
export const line = (most: number, { empty, long }: LineWords = {}) => {
  const text = z.string().overwrite(readable).overwrite(wordsIn).trim().max(most, long).refine(isOneLine, ONE_LINE)
  return empty === undefined ? text : text.min(1, { error: empty, abort: true })
}

/**
 * A reason, a remark or a comment that may be missing; a rule of the room says where it must be given. It stays as it
 * was written, and without anything to read it is missing.
 */
export const freeText = (most: number, long?: string) => z.string().overwrite(wordsIn).trim().max(most, long)

/** A reason or a remark that must be given. @param empty message for one without anything to read */
export const requiredText = (most: number, empty: string, long?: string) =>
  freeText(most, long).min(1, { error: empty, abort: true })

/** What is searched for, read as names are. */
export const searchText = (most: number) => z.string().overwrite(readable).trim().max(most)

/** The values between commas; nothing between two of them is no value, where a number would read 0. */
const valuesOf = (text: unknown) =>
  String(text)
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map(wholeIn)

/** A list of integers in a query string: «1,2,3», a single value or a repeated key. Empty if omitted. */
export const integersText = (least: number, most: number) =>
  z
    .preprocess((value) => [value].flat().flatMap(valuesOf), z.array(z.int().min(least).max(most)).max(MOST_IDS))
    .default([])
/** A list of ids in a query string. */
export const idsText = integersText(0, LARGEST_ID)
/** `?flag=1` or `?flag=true`; false for anything else that zod takes for false. */
export const flagText = z.stringbool()

/** `{ id }`, a whole object with an id, or the bare id. The server reads nothing but the id. */
export const byId = z.union([id, z.object({ id }).transform((whole) => whole.id)])
export const byIdmod = z.union([id, z.object({ idmod: id }).transform((whole) => whole.idmod)])
export const byIdcomp = z.union([id, z.object({ idcomp: id }).transform((whole) => whole.idcomp)])

/**
 * The most companies and modules that a release names, and that a call about the companies or modules of a release
 * therefore takes.
 */
export const MOST_COMPANIES = 5000
export const MOST_MODULES = 1000

/** Longest name of a file and longest `version` text, in characters. */
export const MAX_FILE_NAME = 255
export const MAX_FILE_VERSION = 100
/** A terabyte; larger files are impossible. */
const MOST_BYTES = 2 ** 40

export const ref = z.object({ id: z.int().min(0), name: z.string() })
export const system = z.object({ idsys: id, namesys: z.string() })
export const module = z.object({ idmod: id, namemod: z.string(), idsys: id, system: z.string() })
/** `namecomp` may hold `&quot;`; it is decoded for display only. */
export const company = z.object({ idcomp: id, namecomp: z.string() })
/** `idcomp` is null for the provider's staff; `mailuser` is null for a person without an address. */
export const contact = z.object({ id, name: z.string(), mailuser: z.string().nullable(), idcomp: id.nullable() })
export const step = z.object({ id: z.int().min(0), name_step: z.string(), order: z.int() })
export const fileInfo = z.object({
  id,
  file_name: z.string().max(MAX_FILE_NAME),
  version: z.string().max(MAX_FILE_VERSION),
  /** Bytes. */
  size: z.int().min(0).max(MOST_BYTES),
  /** 64 hexadecimal digits. */
  sha256: z.string().max(64),
  uploaded: moment,
})

/** One field of one change; `title` is the field's Russian name. */
export const change = z.object({
  id,
  at: moment,
  user: ref,
  field: z.string(),
  title: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** How the change was made: on screen, through a letter's link, on behalf of the client, by an import. */
  via: z.string(),
  note: z.string().nullable(),
})

export const deliveryState = z.enum(['queued', 'sent', 'failed'])
/** The delivery to one address or to one remote folder. */
export const delivery = z.object({
  id,
  kind: z.enum(['mail', 'ftp']),
  target: z.string(),
  state: deliveryState,
  attempts: z.int().min(0),
  /** Why the last attempt failed; null after success and for clients, who are not told of the mail server's words. */
  last_error: z.string().nullable(),
  at: moment,
  /** Only for a copy: the file, and how many of its bytes have arrived. */
  file: z.object({ file_name: z.string(), size: z.int().min(0), copied: z.int().min(0) }).nullish(),
})

/** How many deliveries there are in each state. */
export const deliveryCounts = z.object({ queued: z.int().min(0), sent: z.int().min(0), failed: z.int().min(0) })

/**
 * What became of the letters of a write: there were none, all were sent, some are still being tried, or some failed for
 * good.
 */
export const outcome = z.enum(['none', 'sent', 'queued', 'failed'])

/** What the caller may do now: `true`, or the reason why not, in Russian. */
export const abilities = <Action extends string>(...actions: Action[]) =>
  z.object(Object.fromEntries(actions.map((action) => [action, ability])) as Record<Action, typeof ability>)
const ability = z.union([z.literal(true), z.string()])

export const message = z.string()
/** The reply of a write that returns nothing but a message. */
export const done = z.object({ message })

export type Ref = z.output<typeof ref>
export type System = z.output<typeof system>
export type Module = z.output<typeof module>
export type Company = z.output<typeof company>
export type Contact = z.output<typeof contact>
export type Step = z.output<typeof step>
export type FileInfo = z.output<typeof fileInfo>
export type Change = z.output<typeof change>
export type Delivery = z.output<typeof delivery>
export type Outcome = z.output<typeof outcome>
export type Ability = true | string

/** A reason in words that a client may read; without one, letters use «причина не указана». */
export const clientReason = freeText(2000)

/** Whether the text is the URL of another system; it must not contain a name or a password. */
const isAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
/** @param wrong the message for anything else */
export const address = (wrong: string) => z.string().trim().max(2000).refine(isAddress, wrong)
