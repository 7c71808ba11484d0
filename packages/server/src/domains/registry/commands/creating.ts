import { registry } from '@vypusk/contract'
import type { Call, Actor, Person } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { recordMany } from '../../../platform/history.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { companyOfNew, mayCreate, maySet, unknowns } from '../policy.ts'
import { entryDetail, entryRows } from '../queries/rows.ts'
import { numberOf, type Values } from '../rules.ts'
import { asColumns, firstStep, insertEntries, takeNumbers } from '../store.ts'
import { faultsOf, historyOfEntry, worldOf, type World } from './checking.ts'
import { emitChange } from './announcing.ts'

/** Creates an entry; with a request it may take its title and company. */
export const createEntry = (call: Call<typeof registry.createEntry>) =>
  inTransaction(call, async (tx) => {
    const [id = 0] = await makeEntries(tx, call, [call.body], (field) => field)
    return { message: 'Success', entry: await entryDetail(tx, call.person, id) }
  })

/** Creates several entries, all or none. */
export const createEntries = (call: Call<typeof registry.createEntries>) =>
  inTransaction(call, async (tx) => {
    const ids = await makeEntries(tx, call, call.body.entries, (field, index) => `entries.${index}.${field}`)
    return { message: 'Success', entries: await entryRows(tx, call.person, ids) }
  })

type Place = (field: string, index: number) => string

async function makeEntries(tx: Transaction, actor: Actor, drafts: registry.EntryFields[], place: Place) {
  const { person, deps } = actor
  const may = mayCreate(person)
  if (may !== true) throw refuseWith(may)
  drafts.forEach((draft, index) => refuseNotOwn(person, draft, (field) => place(field, index)))
  const world = await worldOf(
    tx,
    person,
    drafts.map((draft) => named(person, draft)),
  )
  const step = await firstStep(tx)
  const all = drafts.map((draft) => valuesOf(person, draft, world, step))
  refuseFaults(all, drafts, world, place)
  const at = momentOf(deps.clock)
  const year = Number(today(deps.clock).slice(0, 4))
  const first = await takeNumbers(tx, year, all.length)
  const common = { author_id: person.id, first_step_id: step, created_at: at, updated_at: at }
  const rows = all.map((values, index) => ({
    ...asColumns(values),
    ...common,
    number: numberOf(year, first + index),
  }))
  const ids = await insertEntries(tx, rows)
  const made = ids.flatMap((id, index) => (all[index] ? [{ id, values: all[index] }] : []))
  await recordMany(
    tx,
    actor,
    made.map(({ id, values }) => historyOfEntry(id, null, values, world)),
  )
  await emitChange(
    tx,
    actor,
    made.map(({ id, values }) => ({ id, version: 1, companies: [values.company] })),
  )
  return ids
}

/** The fields of the draft, with the company it will belong to. */
const named = (person: Person, draft: registry.EntryFields): Partial<Values> => ({
  ...draft,
  company: companyOfNew(person, draft.company),
})

/** Checks that a client only sets fields it may set. A company is ignored, because a client's own is always used. */
function refuseNotOwn(person: Person, draft: registry.EntryFields, place: (field: string) => string) {
  for (const field of registry.fields) {
    const value = draft[field]
    const may = maySet(person, field)
    if (field === 'company' || value === undefined || value === null || may === true) continue
    throw refuseWith(may, { errors: { [place(field)]: [may[1]] } })
  }
}

const NO_COMPANY = 0
const blank = {
  request: null,
  description: '',
  priority: null,
  responsible: null,
  boss: null,
  due_date: null,
  planned_time: null,
}

function valuesOf(person: Person, draft: registry.EntryFields, world: World, step: number): Values {
  const request = world.request.get(draft.request ?? 0)
  const company = companyOfNew(person, draft.company) ?? request?.idcomp ?? NO_COMPANY
  return { ...blank, title: request?.e_title ?? '', step, ...draft, company }
}

function refuseFaults(all: Values[], drafts: registry.EntryFields[], world: World, place: Place) {
  const errors = all.flatMap((values, index) => {
    const faults = faultsOf(values, world, () => true)
    // A missing request has its own error: the missing title only follows from it.
    if (values.title === '' && !drafts[index]?.request) faults['title'] = [unknowns.title]
    return Object.entries(faults).map(([field, sentences]) => [place(field, index), sentences] as const)
  })
  const [first] = errors
  if (!first) return
  const sentence = first[1][0]
  throw sentence ? new Refusal([422, sentence], { errors: Object.fromEntries(errors) }) : refuse('invalid')
}
