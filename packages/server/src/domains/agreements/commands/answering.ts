import { Readable } from 'node:stream'
import type { approve } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { plainWords, raiseInside } from '../../threads/port.ts'
import { changeInside } from './changing.ts'
import { ended, followed, living } from './valid-link.ts'
import { mustBeAbleToWrite } from './link-limits.ts'
import { proposeInside } from './offering.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { mayAgreeByLink } from '../policy.ts'
import { nearestOfAgreement } from '../queries/date-facts.ts'
import { linkOf } from '../queries/links.ts'
import { entryBehind, questionOf } from '../queries/question.ts'
import { mayAnswer, tokenIn, unknownLink } from '../rules/links.ts'
import { lockAgreement } from '../store/agreements.ts'
import { useToken } from '../store/links.ts'

/** Returns the question behind a letter's link. Reading changes nothing, because mail scanners open links too. */
export const linkedQuestion = async (call: Call<typeof approve.ask>): Promise<approve.Question> =>
  questionOf(call.deps, await followed(call))

/** Returns dates that the link's company can offer instead of the one it is asked about. */
export async function datesBehind(call: Call<typeof approve.dates>) {
  const { person, agreement_id } = await followed(call)
  return nearestOfAgreement(call.deps, person, agreement_id, call.query)
}

/** Returns the date as the letter's calendar entry, with the same UID, so that a calendar shows it once. */
export async function entryBy(call: Call<typeof approve.entry>) {
  const { deps } = call
  const link = await followed(call)
  const text = await entryBehind(deps, link)
  return new StreamReply(Readable.from([text]), {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="vypusk.ics"',
    'Cache-Control': 'private, no-store',
  })
}

/**
 * Saves an answer by a letter's link in the name of the letter's addressee. A decision uses the link up. The reply is read
 * before the end, because it is what a repeated call is answered with.
 */
export async function answerBy(call: Call<typeof approve.answer>) {
  const { deps, body, idempotency } = call
  const { agreement_id, person } = await followed(call)
  const actor = { deps, person, idempotency }
  return inTransaction(actor, async (tx) => {
    // Of two concurrent answers, or of an answer and a move, the second sees the result of the first.
    await lockAgreement(tx, agreement_id)
    const token = tokenIn(call.params.token) ?? ''
    const link = await linkOf(tx, token)
    if (!link) throw refuseWith(unknownLink)
    const open = living(deps, link)
    const may = decides(body) ? mayAnswer(open) : true
    if (may !== true) throw ended(may, link.asker)
    const current = await knownAgreement(tx, person, agreement_id)
    if (!current) throw refuseWith(unknownLink)
    if (body.answer === 'remark') await mustBeAbleToWrite(tx, deps, link)
    await answerInside(tx, actor, body, current)
    if (decides(body)) await useToken(tx, secretHash(token), { used_at: momentOf(deps.clock), answer: body.answer })
    const answered = (await linkOf(tx, token)) ?? link
    return { message: 'Success', question: await questionOf({ ...deps, db: tx }, answered) }
  })
}

type Answer = Call<typeof approve.answer>['body']

/** A link allows one decision; a remark leaves the decision open (docs/decisions/0008). */
const decides = ({ answer }: Answer) => answer !== 'remark'

/**
 * Makes the change that the answer stands for. A remark from a letter always starts a thread of its own: its author has
 * not seen what others wrote in the meantime.
 */
function answerInside(tx: Transaction, actor: Actor, body: Answer, current: KnownAgreement) {
  const { id } = current
  if (body.answer === 'agree') {
    allow(mayAgreeByLink(actor.person, current))
    const { remark, scope_sha } = body
    const update = { updateTarget: 5 as const, remark, ...(scope_sha ? { scope_sha } : {}) }
    return changeInside(tx, actor, { id, body: update, via: 'letter' })
  }
  if (body.answer === 'remark') {
    const about = { entity: 'agreement' as const, entity_id: id }
    return raiseInside(tx, actor, { about, words: plainWords(body.remark), blocks: true, via: 'letter' })
  }
  const { releaseDate, releaseTime, reason } = body
  return proposeInside(tx, actor, { id, proposal: { releaseDate, releaseTime, reason }, via: 'letter' })
}
