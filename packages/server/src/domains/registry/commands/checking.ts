import { registry } from '@vypusk/contract'
import type { Person } from '../../../platform/call.ts'
import { namedApart } from '../../../platform/named-apart.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { requestRows } from '../../requests/port.ts'
import { unknowns } from '../policy.ts'
import type { Values } from '../rules.ts'
import { namesFor, type EntryNames } from '../store.ts'

/** The things that entries refer to: names by id, and the requests that the person may see. */
export interface World extends EntryNames {
  request: Map<number, { e_title: string; idcomp: number }>
}

/** Looks up everything that entries refer to, with one statement for each kind of thing. */
export async function worldOf(tx: Transaction, person: Person, all: Partial<Values>[]): Promise<World> {
  const requests = all.flatMap(({ request }) => request ?? [])
  const rows = requests.length > 0 ? await requestRows(tx, person, { ids: requests }) : []
  const request = new Map(rows.map(({ id, e_title, company }) => [id, { e_title, idcomp: company.idcomp }]))
  // A new entry takes the company of its request, so the name of that company is needed as well.
  const named = [...all, ...rows.map(({ company }) => ({ company: company.idcomp }))]
  return { ...(await namesFor(tx, named)), request }
}

type Check = (values: Values, world: World) => boolean

const isClientOf: Check = ({ responsible, company }, { people }) => {
  const person = people.get(responsible ?? 0)
  return person !== undefined && !person.isGone && !person.isRivc && person.idcomp === company
}
const isStaff: Check = ({ boss }, { people }) => {
  const person = people.get(boss ?? 0)
  return person !== undefined && !person.isGone && person.isRivc
}

/** Whether what a field refers to exists and fits the entry's company. */
const checks = {
  company: ({ company }, world) => world.company.has(company),
  request: ({ request, company }, world) => world.request.get(request ?? 0)?.idcomp === company,
  step: ({ step }, world) => world.step.get(step)?.is_hidden === false,
  responsible: isClientOf,
  boss: isStaff,
} satisfies Partial<Record<registry.Field, Check>>
type Checked = keyof typeof checks

/** These fields depend on the company, so they are checked again when it changes. */
const DEPENDS_ON_COMPANY: ReadonlySet<string> = new Set(['request', 'responsible'])

/**
 * The invalid references of an entry, by field.
 * @param isNew whether a field is being set; an existing value may stay, even a person who has left
 */
export function faultsOf(
  values: Values,
  world: World,
  isNew: (field: registry.Field) => boolean,
): Record<string, string[]> {
  const faults = (Object.keys(checks) as Checked[]).filter((field) => {
    const isChecked = isNew(field) || (DEPENDS_ON_COMPANY.has(field) && isNew('company'))
    return isChecked && values[field] !== null && !checks[field](values, world)
  })
  return Object.fromEntries(faults.map((field) => [field, [unknowns[field]]]))
}

type Names = (world: World) => ReadonlyMap<number, string | { name: string } | { e_title: string }>

/** Where the names of the things are that an entry refers to. */
const NAMES = {
  company: ({ company }) => company,
  request: ({ request }) => request,
  step: ({ step }) => step,
  responsible: ({ people }) => people,
  boss: ({ people }) => people,
} satisfies Partial<Record<registry.Field, Names>>
type Naming = keyof typeof NAMES

/** What a field of an entry refers to; nothing if it is empty or not known. */
function thingIn(values: Values | null, field: Naming, world: World) {
  const id = values?.[field] ?? 0
  const found = (NAMES[field] as Names)(world).get(id)
  if (found === undefined) return []
  return [{ id, name: typeof found === 'string' ? found : 'name' in found ? found.name : found.e_title }]
}

/** An entry by names, as recorded in the history. @param other the same entry before or after the change */
function inWords(values: Values, other: Values | null, world: World) {
  const words = (Object.keys(NAMES) as Naming[]).map((field) => {
    const [[word = null] = []] = namedApart(thingIn(values, field, world), thingIn(other, field, world))
    return [field, word] as const
  })
  return { ...values, ...(Object.fromEntries(words) as Record<Naming, string | null>) }
}

export const historyOfEntry = (entity_id: number, before: Values | null, after: Values, world: World) => ({
  entity: 'registry_entry' as const,
  entity_id,
  titles: registry.fieldTitles,
  before: before && inWords(before, after, world),
  after: inWords(after, before, world),
})
