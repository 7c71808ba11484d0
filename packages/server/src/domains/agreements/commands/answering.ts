import { Readable } from 'node:stream'
import { agreements, type approve } from '@vypusk/contract'
import type { Call, Deps, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseField, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { secretHash } from '../../../platform/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { changeInside } from './changing.ts'
import { proposeInside } from './offering.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { linkOf, type Link } from '../queries/links.ts'
import { entryBehind, questionOf } from '../queries/question.ts'
import { cutLink, isCut, mayAnswer, mayOpen, tokenIn, unknownLink } from '../rules/links.ts'
import { lockAgreement, useToken } from '../store.ts'

const ended = (answer: RefusalSpec, { name, email }: Link['asker']) => refuseWith(answer, { asker: { name, email } })

/** @throws 410 with the reason for a link that has ended */
function living({ clock }: Pick<Deps, 'clock'>, link: Link): Link {
  const answer = mayOpen(link, momentOf(clock))
  if (answer !== true) throw ended(answer, link.asker)
  return link
}

type Following = Pick<Call<typeof approve.ask>, 'deps' | 'params' | 'address'>

/** The link of a call. Whoever tries unknown ones is counted by the address, as with tokens of programs. */
async function followed({ deps, params, address }: Following): Promise<Link> {
  const link = await linkOf(deps.db, params.token)
  if (link) return living(deps, link)
  await deps.loginTries.takeToken(address)
  throw refuseWith(isCut(params.token) ? cutLink : unknownLink)
}

/** What a letter's link asks; reading it, as mail scanners do, changes nothing. */
export const askedBy = async (call: Call<typeof approve.ask>): Promise<approve.Question> =>
  questionOf(call.deps, await followed(call))

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

/** The answer by a letter uses the link up, in the name of whom the letter was sent to. */
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
    const may = mayAnswer(living(deps, link))
    if (may !== true) throw ended(may, link.asker)
    const current = await knownAgreement(tx, person, agreement_id)
    if (!current) throw refuseWith(unknownLink)
    await answerInside(tx, actor, body, current)
    await useToken(tx, secretHash(token), { used_at: momentOf(deps.clock), answer: body.answer })
  })
  const link = await linkOf(deps.db, call.params.token)
  if (!link) throw refuseWith(unknownLink)
  return { message: 'Success', question: await questionOf(deps, link) }
}

type Answer = Call<typeof approve.answer>['body']

function answerInside(tx: Transaction, actor: Actor, body: Answer, current: KnownAgreement) {
  const { id } = current
  if (body.answer !== 'offer') return changeInside(tx, actor, { id, body: updateOf(body, current), via: 'letter' })
  const { releaseDate, releaseTime, reason } = body
  return proposeInside(tx, actor, { id, proposal: { releaseDate, releaseTime, reason }, via: 'letter' })
}

/** A remark is added to an open one, which somebody else may have written. */
function updateOf(
  body: Exclude<Answer, { answer: 'offer' }>,
  { remark: open }: KnownAgreement,
): agreements.AgreementUpdate {
  if (body.answer === 'agree') {
    return { updateTarget: 5, remark: '', ...(body.scope_sha ? { scope_sha: body.scope_sha } : {}) }
  }
  const remark = open ? `${open}\n\n${body.remark}` : body.remark
  if (remark.length > agreements.MAX_REMARK) throw refuseField('remark', 'Замечание слишком длинное: сократите его')
  return { updateTarget: 0, remark }
}
