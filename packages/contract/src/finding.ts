import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, searchText } from './values.ts'

/** The search over everything, opened by Ctrl+K (product page, "Screens"). */

/** The kinds of things that can be found, in the order in which they are shown. */
export const kinds = ['request', 'release', 'agreement', 'publication', 'registry_entry', 'company', 'person'] as const
const kind = z.enum(kinds)
export type Kind = z.output<typeof kind>

/** The most things of one kind in a reply. */
export const FEW = 5

const found = z.object({
  kind,
  id,
  /** The number people know it by: the id, or the registry's own number. Empty for companies and people. */
  number: z.string(),
  /** The key of a request in the system it was imported from. */
  key: z.string().nullish(),
  title: z.string(),
  /** The company it belongs to; may contain `&quot;` like every namecomp. */
  company: z.string().nullable(),
  /** Name of its status or step. */
  state: z.string().nullable(),
  /** The day for which it is planned or agreed, or on which it was made. */
  day: day.nullable(),
  /** Set for an agreement, which a client sees on the release's page. */
  release_id: id.nullable(),
})
export type FoundThing = z.output<typeof found>

const group = z.object({
  kind,
  found: z.array(found),
  /** There are more matches than were returned. */
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
    'Everything the caller may know of that has the number or contains every word of `search`, at most 5 of a kind: the exact number first, then what the caller recently opened or changed, then the newest. Kinds without a match are left out.',
  query: z.object({ search: searchText(200).default('') }),
  reply: z.object({ groups: z.array(group) }),
})

export const recent = endpoint({
  method: 'GET',
  path: '/finding/recent',
  access: 'any',
  summary: 'What the caller recently opened or changed and may still know of, latest first; at most 12.',
  reply: z.object({ found: z.array(found) }),
})

export const remember = endpoint({
  method: 'POST',
  path: '/finding/opened',
  access: 'any',
  summary:
    'Records that the caller opened something. 404 for what does not exist and for what the caller may not know of.',
  body: z.object({ kind, id }),
  reply: done,
})
