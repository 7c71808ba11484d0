import type { trials } from '@vypusk/contract'
import { allow, ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { cleanWords, plainWords, raiseInside } from '../../threads/port.ts'
import { trialPolicy } from '../policy.ts'
import { trialsFor, tryingOf, type Trying } from '../queries/trials.ts'
import { insteadOf, withInstead } from '../queries/substitutes.ts'
import { titles, trialTitles } from '../rules/titles.ts'
import { failureInWords, isOfBuild, verdictInWords } from '../rules/trials.ts'
import { insertResult, lockAgreement, updateAgreement } from '../store/agreements.ts'
import '../events.ts'

type TrialReport = Call<typeof trials.tell>['body']

interface ReportInput {
  agreement_id: number
  report: TrialReport
  via: Extract<Via, 'screen' | 'letter'>
  /** Files that were uploaded through the same letter's link. */
  linked?: number[]
}

const knownTrying = async (tx: Transaction, { person }: Actor, id: number): Promise<Trying> => {
  await lockAgreement(tx, id)
  const trying = await tryingOf(tx, person, id)
  if (!trying) throw refuse('not_found')
  return trying
}

/**
 * Finds the request of a report. @throws 422 when it is not one of the company's requests in this release, when a
 * failure has no comment, or when files are attached to what works
 */
function triedIn({ requests }: Trying, { request_id, verdict, comment, files }: TrialReport) {
  const found = requests.find((one) => one.request_id === request_id && one.in_release)
  if (!found) throw refuseField('request_id', 'Этой заявки нет среди заявок компании в релизе')
  if (verdict === 'fails' && comment === '') throw refuseField('comment', 'Напишите, что не работает')
  if (verdict === 'works' && files.length > 0) throw refuseField('files', 'Файлы прикладывают к тому, что не работает')
  return found
}

/**
 * Raises a blocking remark for a request that does not work. @returns the remark, and the event that its letters belong
 * to
 */
async function raiseFailure(
  tx: Transaction,
  actor: Actor,
  { agreement_id, report, via, linked = [] }: Omit<ReportInput, 'via'> & { via: Via },
  text: string,
) {
  const about = { entity: 'agreement' as const, entity_id: agreement_id }
  const plain = plainWords(text)
  const { files } = await cleanWords(tx, actor, { ...plain, files: report.files, linked })
  return raiseInside(tx, actor, { about, words: { ...plain, files }, blocks: true, via })
}

/**
 * Saves a report that a request works on the test environment or does not, as part of a transaction, from a screen or a
 * letter.
 * @returns the event that its letters belong to, null where there are none
 */
export async function reportInside(tx: Transaction, actor: Actor, input: ReportInput) {
  const { agreement_id, report } = input
  const { person, deps } = actor
  const via = person.isRivc ? 'on_behalf' : input.via
  const trying = await knownTrying(tx, actor, agreement_id)
  ask(trialPolicy, 'tell', person, trying.agreement)
  const { e_title } = triedIn(trying, report)
  const { request_id, verdict, comment } = report
  const { build, agreement } = trying
  allow(isOfBuild(report.build, build))
  const failure = failureInWords({ request_id, e_title, comment }, build)
  const raised = verdict === 'fails' ? await raiseFailure(tx, actor, { ...input, via }, failure) : null
  await insertResult(tx, {
    thread_id: raised?.thread_id ?? null,
    agreement_id,
    request_id,
    build,
    verdict,
    comment,
    on_behalf: person.isRivc,
    user_id: person.id || null,
    address: person.id ? null : person.email,
    at: momentOf(deps.clock),
  })
  const note = withInstead(await insteadOf(tx, agreement_id, person), comment)
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: agreement_id,
    titles: trialTitles,
    before: { tried: '' },
    after: { tried: verdictInWords({ request_id, e_title, verdict }, build) },
    via,
    ...(note ? { note } : {}),
  })
  const { version, company_id } = agreement
  const frame = { entity: 'agreement' as const, entity_id: agreement_id, version, companies: [company_id] }
  await emit(tx, actor, { ...frame, kind: 'agreement.tried', data: { agreement_id, request_id, verdict } })
  return raised?.event_id ?? null
}

/** Saves a report from the screen. */
export async function saveReport(call: Call<typeof trials.tell>) {
  const { deps, person, params, body } = call
  const event_id = await inTransaction(call, (tx) =>
    reportInside(tx, call, { agreement_id: params.id, report: body, via: 'screen' }),
  )
  const mail = await outcomeOf(deps, event_id)
  return { message: 'Success', trials: await trialsFor(deps.db, person, params.id), mail }
}

/** Saves the build that staff put on the test environment. */
export async function setBuild(call: Call<typeof trials.setBuild>) {
  const { deps, person, params } = call
  const { id } = params
  const { build } = call.body
  await inTransaction(call, async (tx) => {
    const { agreement, build: before, isPublishedOnTestEnv } = await knownTrying(tx, call, id)
    ask(trialPolicy, 'build', person, agreement)
    if (build === before && isPublishedOnTestEnv) return
    const updated_at = momentOf(deps.clock)
    const version = await updateAgreement(tx, id, { build, isPublishedOnTestEnv: true, updated_at })
    await recordChanges(tx, call, {
      entity: 'agreement',
      entity_id: id,
      titles: { isPublishedOnTestEnv: titles.isPublishedOnTestEnv, build: trialTitles.build },
      before: { isPublishedOnTestEnv, build: before },
      after: { isPublishedOnTestEnv: true, build },
    })
    const companies = [agreement.company_id]
    const data = { agreement_id: id, build }
    await emit(tx, call, { kind: 'agreement.build', entity: 'agreement', entity_id: id, version, companies, data })
  })
  return { message: 'Success', trials: await trialsFor(deps.db, person, id) }
}
