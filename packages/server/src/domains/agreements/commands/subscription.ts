import { msSince } from '../../../platform/elapsed.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { calendar } from '@vypusk/contract'
import type { Actor, Call, Deps } from '../../../platform/call.ts'
import type { Listener } from '../../../platform/events.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { recordChanges } from '../../../platform/history.ts'
import { announceOwnAccount } from '../../../platform/live/own-news.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mustBeSignedIn } from '../../auth/port.ts'
import { reasons } from '../policy.ts'
import { appointmentsOf, linkReader } from '../queries/feed.ts'
import { calendarText } from '../queries/icalendar.ts'
import { removeCalendarLink, seeCalendarLink, writeCalendarLink } from '../store/links.ts'

/** How far back a calendar goes: 90 days. */
const PAST_MS = 90 * 24 * 3600 * 1000
/** The time of the last read is written at most this often. */
const SEEN_EVERY_MS = 5 * 60_000

/** Whoever has the link reads the calendar without signing in, so the person's history says that there is one. */
const record = (tx: Transaction, actor: Actor, calendar_link: string) =>
  recordChanges(tx, actor, {
    entity: 'user',
    entity_id: actor.person.id,
    titles: { calendar_link: 'Ссылка календаря' },
    before: null,
    after: { calendar_link },
  })

/** Creates the person's calendar link, which replaces the previous one. */
export async function subscribe(call: Call<typeof calendar.subscribe>) {
  const { deps, person } = call
  const secret = newSecret()
  const secret_hash = secretHash(secret)
  await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    await writeCalendarLink(tx, person.id, secret_hash, momentOf(deps.clock))
    await record(tx, call, 'сделана')
    await announceOwnAccount(tx, person)
  })
  return { message: 'Success', url: `${deps.settings.publicUrl}/api/calendar/${secret}/vypusk.ics` }
}

/** Removes the person's calendar link; without one nothing happens. */
export async function unsubscribe(call: Call<typeof calendar.unsubscribe>) {
  await inTransaction(call, async (tx) => {
    if (!(await removeCalendarLink(tx, call.person.id))) return
    await record(tx, call, 'убрана')
    await announceOwnAccount(tx, call.person)
  })
  return { message: 'Success' }
}

/** Serves the calendar behind a link: what the link's person may see at the moment. */
export async function feed({ deps, params, request }: Call<typeof calendar.feed>) {
  const { db, clock, settings, addresses } = deps
  const secret_hash = secretHash(params.secret)
  const reader = await linkReader.first(db, { secret_hash })
  if (!reader) throw refuseWith(reasons.calendarGone)
  const { fetched_at, ...person } = reader
  await noteReading(deps, secret_hash, fetched_at)
  const from = today({ now: () => new Date(clock.now().getTime() - PAST_MS) })
  const appointments = await appointmentsOf(db, person, from, clock.now())
  const text = calendarText(appointments, person.isRivc, { ...settings, ...addresses })
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  // A compressing proxy turns the tag into a weak one: `W/"…"`.
  const known = request.headers['if-none-match']?.split(/,\s*/).some((mark) => mark.replace('W/', '') === etag) ?? false
  return new StreamReply(
    Readable.from(known ? [] : [text]),
    {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="vypusk.ics"',
      // Not `no-cache`: with it, Windows may not store what it fetches over HTTPS for Outlook even for a moment.
      'Cache-Control': 'private, max-age=0, must-revalidate',
      ETag: etag,
    },
    known ? 304 : 200,
  )
}

async function noteReading(deps: Deps, secret_hash: Buffer, fetched_at: string | null) {
  const now = deps.clock.now()
  if (fetched_at !== null && msSince(fetched_at, now.getTime()) < SEEN_EVERY_MS) return
  await inTransaction({ deps, person: NOBODY }, (tx) => seeCalendarLink(tx, secret_hash, now.toISOString()))
}

/** Removes the calendar link of a person who may no longer sign in. */
export const endSubscription: Listener<'user.shut_out'> = async (tx, { entity_id }) => {
  await removeCalendarLink(tx, entity_id)
}
