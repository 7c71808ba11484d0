import * as z from 'zod'

/** The building blocks of every schema: ids, days, times, moments, minutes (api.md, Conventions). */

const LARGEST_ID = 2_147_483_647
export const id = z.int().positive().max(LARGEST_ID)
/** The same where 0 stands for "none". */
export const idOrNone = z.int().min(0).max(LARGEST_ID)
/** An id that stands in an address or a query string. */
export const idText = z.coerce.number<string | number>().int().positive().max(LARGEST_ID)
/** Calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()
/** Time of day, `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время: ЧЧ:ММ')
/** ISO 8601 in UTC with milliseconds. */
export const moment = z.iso.datetime()
/** The same where there need not be one: an empty field of a form is no time. */
export const timeOrNone = z.union([timeOfDay, z.literal('').transform(() => null), z.null()])
/** Production time in whole minutes, 0…600 000 (10 000 hours). */
export const minutes = z.int().min(0).max(600_000)

/** «1,2,3», one value or a repeated key: what a query string makes of a list of ids; left out, it is empty. */
export const idsText = z
  .preprocess(
    (value) => (value === '' ? [] : Array.isArray(value) ? value : String(value).split(',')),
    z.array(z.coerce.number().int().min(0).max(LARGEST_ID)),
  )
  .default([])
/** `?flag=1`, `?flag=true`; anything else zod calls false is false. */
export const flagText = z.stringbool()

/** `{ id }`, a whole object that has one, or the bare id: the server reads nothing but the id. */
export const byId = z.union([id, z.object({ id }).transform((whole) => whole.id)])
export const byIdmod = z.union([id, z.object({ idmod: id }).transform((whole) => whole.idmod)])
export const byIdcomp = z.union([id, z.object({ idcomp: id }).transform((whole) => whole.idcomp)])

export const ref = z.object({ id: z.int().min(0), name: z.string() })
export const system = z.object({ idsys: id, namesys: z.string() })
export const module = z.object({ idmod: id, namemod: z.string(), idsys: id, system: z.string() })
/** `namecomp` may hold `&quot;`; it is decoded for display only. */
export const company = z.object({ idcomp: id, namecomp: z.string() })
/** `idcomp` is null for the provider's staff; `mailuser` is null where a person has no address. */
export const contact = z.object({ id, name: z.string(), mailuser: z.string().nullable(), idcomp: id.nullable() })
export const step = z.object({ id: z.int().min(0), name_step: z.string(), order: z.int() })
export const fileInfo = z.object({
  id,
  file_name: z.string(),
  version: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  sha256: z.string(),
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
  /** Where it was done from: the screen, a letter's link, on behalf of the client, an import. */
  via: z.string(),
  note: z.string().nullable(),
})

export const deliveryState = z.enum(['queued', 'sent', 'failed'])
/** How one address or one remote folder fared. */
export const delivery = z.object({
  id,
  kind: z.enum(['mail', 'ftp']),
  target: z.string(),
  state: deliveryState,
  attempts: z.int().min(0),
  last_error: z.string().nullable(),
  at: moment,
  /** Of a copy alone: which file, and how many of its bytes have arrived. */
  file: z.object({ file_name: z.string(), size: z.int().min(0), copied: z.int().min(0) }).nullish(),
})

/** What became of the letters of a write: none due, all out, still trying, refused for good. */
export const outcome = z.enum(['none', 'sent', 'queued', 'failed'])

/** What the caller may do now: `true`, or the reason why not, in Russian. */
export const abilities = <Action extends string>(...actions: Action[]) =>
  z.object(Object.fromEntries(actions.map((action) => [action, ability])) as Record<Action, typeof ability>)
const ability = z.union([z.literal(true), z.string()])

export const message = z.string()
/** The reply of a write that has nothing more to say. */
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
