import type { BodyOf, planning } from '@vypusk/contract'
import type { Call, Db, Deps, Person } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { takingTurns } from '../../../platform/runtime/turns.ts'
import { addDays } from '../../../platform/working-days.ts'
import { readinessOf } from '../../releases/port.ts'
import { unfilledIn } from '../../calendars/port.ts'
import { clashesAmong, planOf } from '../../agreements/port.ts'
import { effectOf, installationsOf, loadOf, mondaysFrom, movedOf, movingOf } from './effects.ts'
import { daysFor, knownOf, companiesReceiving, type PlanningFacts, type TriedRelease } from './known.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Those of the requests that can still be added to a release, as saving decides it. */
const freeOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as requests')
    .select(['id', 'planned_time'])
    .where('id', '=', oneOf(ids))
    .where('release_id', 'is', null)
    .where('deleted_at', 'is', null),
)

/** Every release in progress with the change tried for it; changes of other releases are left out. */
export async function triedOf(db: Db, known: PlanningFacts, changes: planning.Replan[]): Promise<TriedRelease[]> {
  const byRelease = new Map(changes.map((change) => [change.release_id, change]))
  const ids = changes.flatMap(({ requests }) => requests)
  const rows = ids.length > 0 ? await freeOf.all(db, { ids }) : []
  const times = new Map(rows.map(({ id, planned_time }) => [id, planned_time ?? 0]))
  // Saving adds a request to the first of the releases that want it, in the order of their ids, and refuses the others.
  const wanting = changes.toSorted((a, b) => b.release_id - a.release_id)
  const ownerOf = new Map(wanting.flatMap(({ release_id, requests }) => requests.map((id) => [id, release_id])))
  return known.releases.map((row) => {
    const change = byRelease.get(row.id)
    const requests = change?.requests ?? []
    const not_free = requests.filter((id) => !times.has(id) || ownerOf.get(id) !== row.id)
    const added = requests.filter((id) => !not_free.includes(id)).reduce((sum, id) => sum + (times.get(id) ?? 0), 0)
    return { row, change, added, not_free }
  })
}

/**
 * Computes what changes do, counted over the weeks shown. What moves is placed one release after another, each where
 * the ones before left room, and then weighed against all of them.
 */
export async function weigh(known: PlanningFacts, tried: TriedRelease[], weeks: string[], now: string) {
  const turn = takingTurns()
  const before = loadOf(
    tried.map(({ row }) => ({ row, added: 0, not_free: [] })),
    weeks,
    known,
  )
  await turn()
  const after = loadOf(tried, weeks, known)
  const changed = tried.filter(({ change }) => change)
  const moving = changed.map((each) => ({ tried: each, installations: movingOf(each, known, now) }))
  const going = new Set(moving.flatMap(({ installations }) => installations.map(({ id }) => id)))
  const plan = planOf(known.installations.filter(({ id }) => !going.has(id)))
  const facts = { ...known, clashesOf: plan.clashesOf }
  const placed = []
  for (const { tried: each, installations } of moving) {
    placed.push({ each, moved: await movedOf(each, installations, facts, { plan, turn }) })
  }
  const effects: planning.Effect[] = []
  for (const { each, moved } of placed) {
    await turn()
    effects.push(await effectOf(each, moved, facts, { before, after, today: now, turn }))
  }
  return { load: after, effects }
}

/** The load with the changes applied, and the effects of each change. */
export async function previewOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  body: BodyOf<typeof planning.preview>,
) {
  const now = today(clock)
  const weeks = mondaysFrom(body.from, body.weeks)
  const first = weeks[0] ?? body.from
  const last = addDays(first, 7 * body.weeks - 1)
  const known = await knownOf({ db, clock }, person, first < now ? first : now)
  const tried = await triedOf(db, known, body.changes)
  const shown = [...known.calendar].filter(([day]) => day >= first && day <= last)
  return {
    ...(await weigh(known, tried, weeks, now)),
    freezes: known.freezes.filter(({ date_from }) => date_from <= last),
    calendar: shown.map(([day, minutes]) => ({ day, minutes })),
    warnings: unfilledIn(known.calendar, first, last),
  }
}

const prioritiesOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as requests')
    .select(['release_id', ({ fn }) => fn.min('backlog_priority').as('priority')])
    .where('release_id', '=', oneOf(ids))
    .where('deleted_at', 'is', null)
    .groupBy('release_id'),
)

/** The releases in progress as planning shows them. */
export async function inProgress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
): Promise<planning.PlanningRelease[]> {
  const known = await knownOf({ db, clock }, person, today(clock))
  const ids = known.releases.map(({ id }) => id)
  const [rows, readiness] = await Promise.all([prioritiesOf.all(db, { ids }), readinessOf(db, ids, momentOf(clock))])
  const priorities = new Map(rows.map(({ release_id, priority }) => [release_id, priority]))
  return known.releases.map((row) => {
    const { ready = false, agreed = 0, expected = 0 } = readiness.get(row.id) ?? {}
    return {
      ...row,
      priority: priorities.get(row.id) ?? null,
      readiness: { ready, agreed, expected },
      installations: installationsOf(known, row.id),
    }
  })
}

/** The nearest day on which every company of the release may install it. */
export async function freeDateOf({ deps, person, params, query }: Call<typeof planning.freeDate>) {
  const now = today(deps.clock)
  const from = query.from < now ? now : query.from
  const known = await knownOf(deps, person, from)
  const row = known.releases.find(({ id }) => id === params.id)
  if (!row) throw refuse('not_found')
  const facts = { ...known, clashesOf: clashesAmong(known.installations) }
  return daysFor(facts, row, companiesReceiving(row)).free(from)
}
