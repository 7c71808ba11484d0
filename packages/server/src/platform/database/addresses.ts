import { sql } from 'kysely'
import { readdressing } from '../text/readdressing.ts'
import type { Db } from '../database.ts'

/**
 * The addresses that the system has had (PUBLIC_URL), in the order in which they came: calendars keep what they got under
 * a former one, and letters that wait have links to it (docs/decisions/0034).
 */

const KEY = 'addresses'

export interface Addresses {
  /** The host in the names of calendar entries: these stay the same when the system moves. */
  calendarHost: string
  /** The text with its links leading to the present address instead of a former one. */
  atPresent: (text: string) => string
}

/** Any number of systems have such a name: their calendar entries would not be told apart by it. */
const isOwnMachine = (host: string) => /^(localhost|.*\.localhost|127\..*|\[::1?\]|0\.0\.0\.0)$/.test(host)

const hostOf = (address: string) => new URL(address).hostname

/** Adds the present address to those of the system, if it is new. */
export const noteAddress = (db: Db, present: string) =>
  sql`
    insert into installation as known (key, value) values (${KEY}, jsonb_build_array(${present}::text))
    on conflict (key) do update set value = known.value || excluded.value where not known.value @> excluded.value`.execute(
    db,
  )

/** @param present the address of this process */
export async function addressesOf(db: Db, present: string): Promise<Addresses> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', KEY).executeTakeFirst()
  // Written by `noteAddress` alone.
  const known = (row?.value ?? []) as string[]
  const lasting = [...known, present].map(hostOf).find((host) => !isOwnMachine(host))
  return {
    calendarHost: lasting ?? hostOf(present),
    atPresent: readdressing(
      known.filter((one) => one !== present),
      present,
    ),
  }
}
