import { Readable } from 'node:stream'
import type { approve } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { secretHash } from '../../../platform/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { plainWords, raiseInside } from '../../threads/port.ts'
import { changeInside } from './changing.ts'
import { ended, followed, living } from './following-links.ts'
import { mustBeAbleToWrite } from './link-limits.ts'
import { proposeInside } from './offering.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { mayAgreeByLink } from '../policy.ts'
import { nearestOfAgreement } from '../queries/fitting.ts'
import { linkOf } from '../queries/links.ts'
import { entryBehind, questionOf } from '../queries/question.ts'
import { mayAnswer, tokenIn, unknownLink } from '../rules/links.ts'
import { lockAgreement } from '../store.ts'
import { useToken } from '../store/links.ts'

/** What a letter's link asks; reading it, as mail scanners do, changes nothing. */
export const linkedQuestion = async (call: Call<typeof approve.ask>): Promise<approve.Question> =>
  questionOf(call.deps, await followed(call))

/** Dates that the link's company can offer instead of the one that is asked about. */
export async function datesBehind(call: Call<typeof approve.dates>) {
  const { person, agreement_id } = await followed(call)
  return nearestOfAgreement(call.deps, person, agreement_id, call.query)
}

/** The date as the letter's calendar entry: the same UID, so that a calendar has one. */
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

/** The answer by a letter, which uses the link up where it decides, in the name of whom the letter was sent to. */
export async function answerBy(call: Call<typeof approve.answer>) {
  const { deps, body } = call
  const { agreement_id, person } = await followed(call)
  const actor = { deps, person }
  await inTransaction(actor, async (tx) => {
    // Of two answers at once, and of an answer and a move, the second finds what the first has left.
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
  })
  const link = await linkOf(deps.db, call.params.token)
  if (!link) throw refuseWith(unknownLink)
  return { message: 'Success', question: await questionOf(deps, link) }
}

type Answer = Call<typeof approve.answer>['body']

/** A link decides once; what is only said leaves the decision open (docs/decisions/0008). */
const decides = ({ answer }: Answer) => answer !== 'remark'

/** A remark by a letter is one of its own beside others: its writer has not seen what they say meanwhile. */
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
