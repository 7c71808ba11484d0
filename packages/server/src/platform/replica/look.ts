import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lsnOf, type Position, type Whose } from './positions.ts'

/** The replica has not replayed as far as required within the time limit. */
export class ReplicaLate extends Error {
  override name = 'ReplicaLate'
}

/** The server is not a replica of this database; the message is a sentence for an administrator. */
export class NoReplica extends Error {
  override name = 'NoReplica'
}

interface Stand {
  replaying: boolean
  lsn: string | null
  timeline: number
}

/** A replica's new timeline shows here once it has written a checkpoint after following a promotion, at the latest. */
const STAND = `select pg_is_in_recovery() as replaying, pg_last_wal_replay_lsn()::text as lsn,
  greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery())) as timeline`
const HOW_FAR = 'select pg_last_wal_replay_lsn()::text as lsn'
const WHOSE = `select (select system_identifier::text from pg_control_system()) as system, current_database() as database`

type Asks = Pick<pg.ClientBase, 'query'>

/**
 * Checks that the server is a replica of this database.
 * @throws NoReplica for another system, another database or a primary
 */
export async function checkWhose(client: Asks, primary: Whose): Promise<void> {
  const { rows } = await client.query<Whose>(WHOSE)
  if (rows[0]?.system !== primary.system)
    throw new NoReplica('это реплика другого сервера, а не того, что в DATABASE_URL')
  if (rows[0].database !== primary.database) throw new NoReplica('это другая база данных того же сервера')
  await checkFollows(client, 0)
}

/**
 * Checks that the server follows the current primary.
 * @throws NoReplica when it accepts writes itself; ReplicaLate when it does not follow the current primary
 */
export async function checkFollows(client: Asks, timeline: number): Promise<void> {
  const { rows } = await client.query<Stand>(STAND)
  if (!rows[0]?.replaying) throw new NoReplica('этот сервер сам принимает изменения: он не реплика')
  if (rows[0].timeline < timeline) throw new ReplicaLate('it follows a primary that is none any more')
}

const LONGEST_PAUSE_MS = 20

/**
 * Waits until the replica has replayed everything up to the position.
 * @throws ReplicaLate
 */
export async function waitFor(client: Asks, { lsn }: Pick<Position, 'lsn'>, ms: number): Promise<void> {
  const until = performance.now() + ms
  for (let again = 1; ; again *= 2) {
    const { rows } = await client.query<{ lsn: string | null }>(HOW_FAR)
    if (rows[0]?.lsn && lsnOf(rows[0].lsn) >= lsn) return
    if (performance.now() >= until) throw new ReplicaLate(`it has not come to ${lsn} in ${ms} ms`)
    await pause(Math.min(again, LONGEST_PAUSE_MS))
  }
}
