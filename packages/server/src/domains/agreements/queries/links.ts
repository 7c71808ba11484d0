import type { approve } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { dayOf } from '../../../platform/clock.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { statement } from '../../../platform/statement.ts'
import { companyZone } from '../../calendars/port.ts'
import { presentAsker } from './askers.ts'
import { tokenIn, type LinkState } from '../rules/links.ts'
import { oneOf } from '../../../platform/sql.ts'

/** The change and the reason of the agreement's last withdrawal that was not undone, which the company may read. */
const lastEnding = (column: 'change' | 'reason') => sql<string | null>`(
  select ${sql.ref(`w.${column}`)} from agreement_withdrawals as w
  where w.agreement_id = a.id and w.undone_at is null order by w.id desc limit 1)`

/** A link in its present state, and the person in whose name it answers. */
export interface Link extends LinkState {
  agreement_id: number
  expires_at: string
  /** When it was used and with which answer; null while it is unused. */
  answered: { at: string; answer: approve.AnswerKind | null } | null
  person: Person
  asker: Asker
}

/** The person who asks, with the address to reach them. */
export interface Asker {
  id: number
  name: string
  email: string | null
}

/** When the question of the link was withdrawn. A later question has links of its own, which this does not concern. */
const withdrawnAt = sql<string | null>`case
  when t.revoked_at = a.withdrawn_at or t.created_at < a.withdrawn_at then a.withdrawn_at end`

const linkState = statement((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('approval_tokens as t')
    .innerJoin('agreements as a', 'a.id', 't.agreement_id')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .innerJoin('shared_users as asker', (join) =>
      join.on((eb) => eb('asker.id', '=', presentAsker(sql.ref('t.asked_by')))),
    )
    .leftJoin('shared_users as u', (join) =>
      join
        .onRef('u.id', '=', 't.user_id')
        .onRef('u.idcomp', '=', 'a.company_id')
        .on('u.is_blocked', '=', false)
        .on('u.deleted_at', 'is', null),
    )
    // A link keeps the name that it was answered in, whatever became of the account since.
    .leftJoin('shared_users as answerer', 'answerer.id', 't.user_id')
    .leftJoin('superiors as e', (join) =>
      join.onRef('e.company_id', '=', 'a.company_id').onRef('e.user_id', '=', 'u.id'),
    )
    .select(['t.agreement_id', 't.address', 't.sent_to', 't.used_at', 't.answer', 't.revoked_at', 't.expires_at'])
    .select(['a.company_id', 'a.recipientsExtra', 'a.releaseDate', 'a.releaseTime', 'a.by_rivc', 'a.sent_at'])
    .select(companyZone('a').as('company_zone'))
    .select(['u.login', 'u.name', 'u.email', 'answerer.name as answered_by'])
    .select(['asker.id as asker_id', 'asker.name as asker_name'])
    .select([
      'asker.email as asker_email',
      (eb) => eb.fn.coalesce('a.deleted_at', 'r.deleted_at', withdrawnAt).as('deleted_at'),
      lastEnding('change').as('ended_by'),
      lastEnding('reason').as('ended_for'),
    ])
    // Deputies, heads and substitutes may answer as long as the company names them, a substitute on the days of the
    // absence. The people asked are looked up by key: joined, all of them would be read.
    .select(
      sql<number | null>`case when e.company_id is not null or exists (
        select from asked_people as ar where ar.agreement_id = a.id and ar.user_id = u.id) then u.id end`.as(
        'asked_id',
      ),
    )
    .where('t.token_hash', '=', token_hash),
)

type Row = Awaited<ReturnType<typeof linkState.one>>

/**
 * Returns the addressee and whether they are still asked. Somebody without an account answers as the address that the
 * letter was sent to.
 */
function addresseeOf({ address, asked_id, company_id, recipientsExtra, ...row }: Row) {
  const client = { ...NOBODY, idcomp: company_id }
  if (address !== null) {
    const is_asked = recipientsExtra.some((extra) => extra.toLowerCase() === address.toLowerCase())
    return { is_asked, person: { ...client, name: address, email: address } }
  }
  const account = { id: asked_id ?? 0, login: row.login ?? '', name: row.name ?? '', email: row.email }
  return { is_asked: asked_id !== null, person: { ...client, ...account } }
}

/** Whoever has a former mailbox of the person must not answer in the person's name. */
const isReaddressed = ({ sent_to, email }: Row): boolean =>
  sent_to !== null && sent_to.toLowerCase() !== email?.toLowerCase()

// Only `useToken` writes this column.
const answerOf = (row: Row) =>
  row.used_at === null ? null : { at: row.used_at, answer: row.answer as approve.AnswerKind | null }

/** Returns the link by its secret. @returns undefined when there is no such link */
export async function linkOf(db: Db, opened: string): Promise<Link | undefined> {
  const token = tokenIn(opened)
  const row = token === undefined ? undefined : await linkState.first(db, { token_hash: secretHash(token) })
  if (!row) return undefined
  const { agreement_id, revoked_at, expires_at, deleted_at, releaseDate, releaseTime, company_zone, by_rivc, sent_at } =
    row
  const { is_asked, person } = addresseeOf(row)
  const answered = answerOf(row)
  return {
    agreement_id,
    is_asked,
    is_readdressed: isReaddressed(row),
    person,
    answered,
    used: answered && { on: dayOf(answered.at), answer: answered.answer, by: row.answered_by ?? person.name },
    revoked_at,
    expires_at,
    expires_on: dayOf(expires_at),
    withdrawn:
      deleted_at === null ? null : { on: dayOf(deleted_at), change: row.ended_by, reason: row.ended_for ?? '' },
    planned: { releaseDate, releaseTime, company_zone },
    sent_on: by_rivc && sent_at ? dayOf(sent_at) : null,
    asker: { id: row.asker_id, name: row.asker_name, email: row.asker_email },
  }
}

const sendersOf = statement((db, { agreements }: { agreements: number[] }) =>
  db
    .selectFrom('approval_tokens')
    .distinctOn('agreement_id')
    .select((eb) => ['agreement_id', eb.ref('asked_by').$notNull().as('asked_by')])
    .where('agreement_id', '=', oneOf(agreements))
    .where('asked_by', 'is not', null)
    .orderBy('agreement_id')
    .orderBy('created_at', 'desc'),
)

/** Returns the staff who last asked each client by a letter; agreements without such a letter are missing. */
export const sendersOfEach = async (db: Db, agreements: number[]): Promise<Map<number, number>> =>
  new Map((await sendersOf.all(db, { agreements })).map(({ agreement_id, asked_by }) => [agreement_id, asked_by]))
