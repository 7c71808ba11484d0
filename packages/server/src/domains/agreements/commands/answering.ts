import { agreements, type approve } from '@vypusk/contract'
import type { Call, Db, Deps, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { clockOf } from '../../../platform/plain-text.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { isReleaseKnown } from '../../access/port.ts'
import { requestRows } from '../../requests/port.ts'
import { changeInside } from './changing.ts'
import { linkOf, type Link } from './links.ts'
import { proposeInside } from './offering.ts'
import { agreementPolicy, mayFollow, reasons } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { lockAgreement, useToken } from '../store.ts'

/** @throws 404 for an unknown link, 410 with the reason for one that answers nothing any more */
function living({ clock }: Pick<Deps, 'clock'>, link: Link | undefined): Link {
  const answer = mayFollow(link, momentOf(clock))
  if (answer !== true || !link) throw refuseWith(answer === true ? reasons.linkUnknown : answer)
  return link
}

type Following = Pick<Call<typeof approve.ask>, 'deps' | 'params' | 'address'>

/** The link of a call. Whoever tries unknown ones is counted by the address, as with tokens of programs. */
async function followed({ deps, params, address }: Following): Promise<Link> {
  const link = await linkOf(deps.db, params.token)
  if (!link) await deps.loginTries.takeToken(address)
  return living(deps, link)
}

/** What a letter's link asks; reading it, as mail scanners do, changes nothing. */
export async function askedBy(call: Call<typeof approve.ask>): Promise<approve.Question> {
  const { deps } = call
  const link = await followed(call)
  const agreement = await knownAgreement(deps.db, link.person, link.agreement_id)
  if (!agreement) throw refuseWith(reasons.linkGone)
  if (!agreement.releaseDate) throw refuseWith(reasons.linkRevoked)
  const { company, details, releaseDate, releaseTime, isPublishedOnTestEnv, remark, author } = agreement
  const can_agree = agreementPolicy.approve(link.person, agreement)
  const can_offer = agreementPolicy.offer(link.person, agreement)
  return {
    namecomp: company.namecomp,
    title: details.title,
    releaseDate,
    releaseTime,
    clock: clockOf(releaseDate, releaseTime),
    isPublishedOnTestEnv,
    remark,
    ...(await releaseSeen(deps.db, link, agreement)),
    answers_as: link.person.name,
    author: author.name,
    expires_at: link.expires_at,
    can_agree: can_agree === true ? true : can_agree[1],
    offer: agreement.offer,
    can_offer: can_offer === true ? true : can_offer[1],
  }
}

/** What the company may read of the release; nothing of one that is closed to it. */
async function releaseSeen(db: Db, { person }: Link, { release_id }: KnownAgreement) {
  if (!(await isReleaseKnown(db, person, release_id))) return { release_id: null, description: '', requests: [] }
  const { description } = await db
    .selectFrom('shared_releases as releases')
    .select('description')
    .where('id', '=', release_id)
    .executeTakeFirstOrThrow()
  const rows = await requestRows(db, person, { release_id })
  return { release_id, description, requests: rows.map(({ id, e_title }) => ({ id, e_title })) }
}

/** The answer by a letter uses the link up, in the name of whom the letter was sent to. */
export async function answerBy(call: Call<typeof approve.answer>) {
  const { deps, params } = call
  const { agreement_id, person } = await followed(call)
  const actor = { deps, person }
  await inTransaction(actor, async (tx) => {
    // Of two answers at once, and of an answer and a move, the second finds what the first has left.
    await lockAgreement(tx, agreement_id)
    living(deps, await linkOf(tx, params.token))
    const current = await knownAgreement(tx, person, agreement_id)
    if (!current) throw refuseWith(reasons.linkGone)
    await answerInside(tx, actor, call.body, current)
    await useToken(tx, secretHash(params.token), momentOf(deps.clock))
  })
  return { message: 'Success' }
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
  if (body.answer === 'agree') return { updateTarget: 5, remark: '' }
  const remark = open ? `${open}\n\n${body.remark}` : body.remark
  if (remark.length > agreements.MAX_REMARK) throw refuseField('remark', 'Замечание слишком длинное: сократите его')
  return { updateTarget: 0, remark }
}
