import { registry } from '@vypusk/contract'
import type { Call, Actor, Person } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordMany } from '../../../platform/history.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { isStale as isOvertaken } from '../../requests/port.ts'
import { mayChange, maySee, reasons } from '../policy.ts'
import { entryDetail, entryRows } from '../queries/rows.ts'
import { COLUMNS, type Values } from '../rules.ts'
import { lockEntries, writeEntries, type LockedEntry } from '../store.ts'
import { faultsOf, historyOfEntry, worldOf, type World } from './checking.ts'
import { emitChange } from './announcing.ts'

/** Changes the given fields of an entry (api.md, "Registry"). @throws 404, 403, 422, 409 with `current` */
export const updateEntry = (call: Call<typeof registry.updateEntry>) =>
  inTransaction(call, async (tx) => {
    const [outcome] = await changeEntries(tx, call, [call.body])
    if (outcome?.refused === undefined) {
      return { message: 'Success', entry: await entryDetail(tx, call.person, call.body.id) }
    }
    const { refused, isStale } = outcome
    if (!isStale) throw refused
    throw refuse('stale', { current: await entryDetail(tx, call.person, call.body.id) })
  })

/** Changes several entries: refused ones stay unchanged with the reason, the others are saved. */
export const updateEntries = (call: Call<typeof registry.updateEntries>) =>
  inTransaction(call, async (tx) => {
    const outcomes = await changeEntries(tx, call, call.body.entries)
    const rows = await entryRows(
      tx,
      call.person,
      outcomes.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      message: 'Success',
      saved: outcomes.flatMap(({ id, refused }) => (refused ? [] : (byId.get(id) ?? []))),
      refused: outcomes.flatMap(({ id, refused }) =>
        refused ? [{ id, reason: reasonOf(refused), current: byId.get(id) ?? null }] : [],
      ),
    }
  })

/** The reason of a refusal. The sentence of the field, if there is one, is more specific than that of the whole. */
const reasonOf = (refused: Refusal) => Object.values(refused.extra.errors ?? {})[0]?.[0] ?? refused.message

interface Outcome {
  id: number
  refused?: Refusal
  isStale?: boolean
}

/** Only the last change of each entry in a call counts. */
const onceEach = (changes: registry.EntryChange[]) => [...new Map(changes.map((one) => [one.id, one])).values()]

async function changeEntries(tx: Transaction, actor: Actor, requested: registry.EntryChange[]): Promise<Outcome[]> {
  const changes = onceEach(requested)
  const rows = await lockEntries(
    tx,
    actor.person,
    changes.map(({ id }) => id),
  )
  const world = await worldOf(tx, actor.person, [...rows, ...changes.map(withoutBlanks)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const planned = changes.map((change) => plan(actor.person, byId.get(change.id), change, world))
  const accepted = planned.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  await save(tx, actor, accepted, world)
  return planned.map(({ id, refused, isStale }) => ({
    id,
    ...(refused ? { refused } : {}),
    ...(isStale ? { isStale } : {}),
  }))
}

const withoutBlanks = ({ id: _, version: __, ...fields }: registry.EntryChange): Partial<Values> => fields

interface Plan extends Outcome {
  before?: LockedEntry
  after?: Values & { id: number }
}

function plan(person: Person, before: LockedEntry | undefined, change: registry.EntryChange, world: World): Plan {
  const { id, version, ...fieldsWanted } = change
  if (!before) return { id, refused: refuseWith(reasons.noRecord) }
  const fields = changedFields(person, before, fieldsWanted)
  const forbidden = refusalOfRights(person, before, fields)
  if (forbidden) return { id, refused: forbidden }
  if (fields.some((field) => isOvertaken(before, writtenAt(before, field), version))) {
    return { id, refused: refuse('stale'), isStale: true }
  }
  const patch = Object.fromEntries(fields.map((field) => [field, fieldsWanted[field]]))
  const after = withoutGoneRequest({ ...before, ...patch }, before, world)
  const faults = faultsOf(after, world, (field) => fields.includes(field))
  const [sentence] = Object.values(faults)[0] ?? []
  if (sentence) return { id, refused: new Refusal([422, sentence], { errors: faults }) }
  return fields.length > 0 ? { id, before, after } : { id }
}

/**
 * An entry that changes its company loses a request that was deleted: nobody sees it on the entry, and it would keep the
 * entry with its former company.
 */
const withoutGoneRequest = (after: Plan['after'] & {}, before: LockedEntry, { request }: World) =>
  after.company !== before.company && after.request === before.request && !request.has(before.request ?? 0)
    ? { ...after, request: null }
    : after

/** The version at the last write of a field. */
const writtenAt = ({ field_versions, version }: LockedEntry, field: registry.Field) =>
  field_versions?.[COLUMNS[field]] ?? version

/** The fields that really change. For a client, fields it may not see count as null. */
function changedFields(person: Person, before: LockedEntry, fields: registry.EntryFields): registry.Field[] {
  return registry.fields.filter((field) => {
    const seen = maySee(person, field) ? before[field] : null
    return fields[field] !== undefined && fields[field] !== seen
  })
}

function refusalOfRights(person: Person, { isFirst }: LockedEntry, fields: registry.Field[]): Refusal | undefined {
  for (const field of fields) {
    const may = mayChange(person, field, isFirst ? 'first_step' : 'later')
    if (may !== true) return refuseWith(may, { errors: { [field]: [may[1]] } })
  }
  return undefined
}

type Accepted = { before: LockedEntry; after: Values & { id: number } }

async function save(tx: Transaction, actor: Actor, accepted: Accepted[], world: World): Promise<void> {
  await recordMany(
    tx,
    actor,
    accepted.map(({ before, after }) => historyOfEntry(after.id, before, after, world)),
  )
  await writeEntries(
    tx,
    accepted.map(({ after }) => after),
    momentOf(actor.deps.clock),
  )
  await emitChange(
    tx,
    actor,
    accepted.map(({ before, after }) => ({
      id: after.id,
      version: before.version + 1,
      companies: [...new Set([before.company, after.company])],
    })),
  )
}
