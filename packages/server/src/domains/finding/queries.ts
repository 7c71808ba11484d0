import { sql } from 'kysely'
import { finding } from '@vypusk/contract'
import type { Deps, Person } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import type { Finder } from '../../platform/finding.ts'
import { numberIn } from '../../platform/text/number-in.ts'
import { statement } from '../../platform/statement.ts'
import { agreementFinder } from '../agreements/port.ts'
import { companyFinder, personFinder } from '../catalog/port.ts'
import { publicationFinder } from '../publications/port.ts'
import { entryFinder } from '../registry/port.ts'
import { releaseFinder } from '../releases/port.ts'
import { requestFinder } from '../requests/port.ts'
import { inOrder, nearestFirst, wordsIn } from './rules.ts'

const finders: Record<finding.Kind, Finder> = {
  request: requestFinder,
  release: releaseFinder,
  agreement: agreementFinder,
  publication: publicationFinder,
  registry_entry: entryFinder,
  company: companyFinder,
  person: personFinder,
}

interface Thing {
  kind: finding.Kind
  id: number
}

/** How many of a person's latest changes are read, and how many things count as recent. */
const CHANGES = 200
const RECENT = 60
/**
 * An act that changed more things than this at once was a bulk change, and the person has not looked at them. A request
 * moved from one release to another makes three.
 */
const MOST_TOGETHER = 3
/** The history also has entities that nobody searches for: steps, the calendar, sign-ins. */
const RECORDED = finding.kinds.map((kind) => (kind === 'person' ? 'user' : kind))
/** The number of recent things shown when nothing is typed. */
const SHOWN = 12

/** What the person opened or changed recently, the latest first, whether or not they may still see it. */
const recentThings = statement(
  (_, { id }: { id: number }) => sql<Thing>`
    select kind, id from (
      select kind, thing_id as id, at from opened_things where user_id = ${id}
      union all
      select case entity when 'user' then 'person' else entity end, entity_id, at from (
        select entity, entity_id, at, count(*) over (partition by at) as together from (
          select entity, entity_id, at from shared_history as history
            where user_id = ${id} and entity = any(${RECORDED}::text[])
            order by history.at desc, history.id desc limit ${CHANGES}
        ) as latest
        group by entity, entity_id, at
      ) as changes where together <= ${MOST_TOGETHER}
    ) as things
    group by kind, id order by max(at) desc, kind, id limit ${RECENT}`,
  { planned: 'each time' },
)

type Source = Pick<Deps, 'db' | 'clock'>

/** The things that the person may see, in the order given. */
async function known(
  { db, clock }: Source,
  person: Person,
  kind: finding.Kind,
  ids: number[],
): Promise<finding.FoundThing[]> {
  if (ids.length === 0) return []
  const rows = await finders[kind].rows(db, person, ids, momentOf(clock))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ kind, ...row }] : []
  })
}

export const isKnown = async (source: Source, person: Person, { kind, id }: Thing): Promise<boolean> =>
  (await known(source, person, kind, [id])).length > 0

interface Search {
  words: string[]
  number: number | null
  recent: Thing[]
}

async function groupOf(source: Source, person: Person, kind: finding.Kind, search: Search): Promise<finding.Group> {
  const { db } = source
  const { words, number } = search
  const { look } = finders[kind]
  const among = search.recent.filter((thing) => thing.kind === kind).map(({ id }) => id)
  const [near, newest] = await Promise.all([
    among.length > 0 ? look(db, person, { words, among, limit: RECENT }) : [],
    look(db, person, { words, limit: finding.FEW + 1 }),
  ])
  const holding = new Set(near.map(({ id }) => id))
  const recent = among.filter((id) => holding.has(id))
  const found = await known(source, person, kind, inOrder({ kind, number, recent, newest: newest.map(({ id }) => id) }))
  return { kind, found, more: found.length > finding.FEW }
}

/** Everything the person may see that has the number or the words, a few of each kind. */
export async function findEverything(source: Source, person: Person, search: string): Promise<finding.Group[]> {
  const words = wordsIn(search)
  const number = numberIn(search)
  if (words.length === 0) return []
  const recent = await recentThings.all(source.db, { id: person.id })
  const groups = await Promise.all(
    finding.kinds.map((kind) => groupOf(source, person, kind, { words, number, recent })),
  )
  const some = groups.filter(({ found }) => found.length > 0)
  return nearestFirst(some, search).map((group) => ({ ...group, found: group.found.slice(0, finding.FEW) }))
}

/** What the person opened or changed recently and may still see. */
export async function findRecent(source: Source, person: Person): Promise<finding.FoundThing[]> {
  const things = await recentThings.all(source.db, { id: person.id })
  const idsOf = Map.groupBy(things, ({ kind }) => kind)
  const rows = await Promise.all(
    [...idsOf].map(([kind, some]) =>
      known(
        source,
        person,
        kind,
        some.map(({ id }) => id),
      ),
    ),
  )
  const byThing = new Map(rows.flat().map((row) => [`${row.kind}/${row.id}`, row]))
  return things.flatMap(({ kind, id }) => byThing.get(`${kind}/${id}`) ?? []).slice(0, SHOWN)
}
