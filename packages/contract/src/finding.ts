import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id } from './values.ts'

/** Search over everything by Ctrl+K (product page, "Screens"). */

/** What can be found, in the order it is shown. */
export const kinds = ['request', 'release', 'agreement', 'publication', 'registry_entry', 'company', 'person'] as const
const kind = z.enum(kinds)
export type Kind = z.output<typeof kind>

/** Most things of one kind in an answer. */
export const FEW = 5

const found = z.object({
  kind,
  id,
  /** What people call it by: the id, the registry's own number; empty for companies and people. */
  number: z.string(),
  /** What a request was called in the system it came from. */
  key: z.string().nullish(),
  title: z.string(),
  /** Whose it is; may hold `&quot;` as every namecomp. */
  company: z.string().nullable(),
  /** The name of its status or step. */
  state: z.string().nullable(),
  /** When it is planned, agreed or was made. */
  day: day.nullable(),
  /** Of an agreement: a client sees it on the release's page. */
  release_id: id.nullable(),
})
export type FoundThing = z.output<typeof found>

const group = z.object({
  kind,
  found: z.array(found),
  /** There are others that hold the same words. */
  more: z.boolean(),
})
export type Group = z.output<typeof group>

export const search = endpoint({
  method: 'GET',
  path: '/finding',
  access: 'any',
  replica: true,
  tool: { name: 'find', title: 'Найти по номеру или словам' },
  summary:
    'Whatever the caller may know of that has the number or holds every word of `search`, at most 5 of a kind: the exact number first, then what the caller lately opened or changed, then the newest. Kinds with nothing are left out.',
  query: z.object({ search: z.string().trim().max(200).default('') }),
  reply: z.object({ groups: z.array(group) }),
})

export const recent = endpoint({
  method: 'GET',
  path: '/finding/recent',
  access: 'any',
  summary: 'What the caller opened or changed lately and may still know of, the latest first; at most 12.',
  reply: z.object({ found: z.array(found) }),
})

export const remember = endpoint({
  method: 'POST',
  path: '/finding/opened',
  access: 'any',
  summary:
    'Remembers that the caller opened a thing. 404 for what is not there and for what the caller may not know of.',
  body: z.object({ kind, id }),
  reply: done,
})
