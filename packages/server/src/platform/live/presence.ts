import { sql } from 'kysely'
import type { live } from '@vypusk/contract'
import type { Db } from '../database.ts'
import type { Person } from '../person.ts'

/**
 * The PostgreSQL channel for notifications; the payload is the place where somebody arrived, left or changed the part
 * they have open.
 */
export const PRESENCE_CHANNEL = 'vypusk_presence'

/** A stream that its process has not confirmed for this long has died together with the process. */
const GONE_AFTER = sql`interval '60 seconds'`
// The database's clock, because the processes that compare these moments have different clocks.
const now = sql<string>`now()`

type Viewer = Pick<Person, 'id' | 'isRivc' | 'idcomp'>

interface Where {
  /** Key of the stream. */
  key: string
  place: string | null
  note: string
}

const notify = (db: Db, places: (string | undefined)[]) =>
  sql`select pg_notify(${PRESENCE_CHANNEL}, place)
    from (select distinct unnest(${places.filter((place) => place !== undefined)}::text[]) as place) as places`.execute(
    db,
  )

/** Records the place that one of a person's streams is at, and notifies those at the new and the previous place. */
export async function comeTo(db: Db, { id, name, idcomp }: Person, { key, place, note }: Where): Promise<void> {
  const before = await db
    .selectFrom('presence')
    .select('place')
    .where('key', '=', key)
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (place === null) return leave(db, [key], id)
  await db
    .insertInto('presence')
    .values({ key, user_id: id, name, idcomp, place, note, at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ place, note, at: now })
        // Knowing the key of another person's stream is not enough to move it.
        .where('presence.user_id', '=', id),
    )
    .execute()
  await notify(db, [before?.place, place])
}

/** Removes streams that have ended. */
export async function leave(db: Db, keys: string[], user_id?: number): Promise<void> {
  if (keys.length === 0) return
  const left = await db
    .deleteFrom('presence')
    .where('key', 'in', keys)
    .$if(user_id !== undefined, (own) => own.where('user_id', '=', user_id ?? 0))
    .returning('place')
    .execute()
  await notify(
    db,
    left.map(({ place }) => place),
  )
}

/** Confirms that these streams are open, and removes those of processes that no longer confirm theirs. */
export async function stillHere(db: Db, keys: string[]): Promise<void> {
  if (keys.length > 0) await db.updateTable('presence').set({ at: now }).where('key', 'in', keys).execute()
  const gone = await db
    .deleteFrom('presence')
    // Those later than now were confirmed while the database's clock was ahead.
    .where((eb) =>
      eb.or([eb('at', '<', sql<string>`now() - ${GONE_AFTER}`), eb('at', '>', sql<string>`now() + ${GONE_AFTER}`)]),
    )
    .returning('place')
    .execute()
  if (gone.length > 0)
    await notify(
      db,
      gone.map(({ place }) => place),
    )
}

/** Everybody at a place, by name, with the keys of their streams. */
export const allAt = (db: Db, place: string) =>
  db
    .selectFrom('presence')
    .select(['key', 'user_id', 'name', 'idcomp', 'note'])
    .where('place', '=', place)
    .orderBy('name')
    .orderBy('user_id')
    .orderBy('at', 'desc')
    .execute()

/** The people to show to the viewer: others, each only once; for a client, only people of the own company. */
export function othersFor(viewer: Viewer, all: Awaited<ReturnType<typeof allAt>>): live.PersonHere[] {
  const others = all.filter(
    ({ user_id, idcomp }) => user_id !== viewer.id && (viewer.isRivc || idcomp === viewer.idcomp),
  )
  const people = others.map(({ user_id, name, note }) => ({ id: user_id, name, note }))
  return people.filter(({ id }, index) => people.findIndex((each) => each.id === id) === index)
}
