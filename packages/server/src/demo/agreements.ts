import { announceAgreement } from './agreement-history.ts'
import type { Agreement, Asking, Course, Making } from './agreement-shapes.ts'
import { fitting } from './calendars.ts'
import type { Loader } from './copy.ts'
import { AHEAD, closeDay, heldOf, holdsOf } from './held.ts'
import { pauseLadder } from './ladders.ts'
import type { Company } from './people.ts'
import { isDone, type Release, STEP } from './releases.ts'
import { duringWork, momentOf, soonAfter, startOf } from './time.ts'

/** The state that an agreement has reached. */
type State = 'none' | 'required' | 'sent' | 'agreed'

/** States of agreements, with weights, by the release's step. */
const states: Record<number, readonly (readonly [State, number])[]> = {
  [STEP.planning]: [['none', 1]],
  [STEP.development]: [['none', 1]],
  [STEP.testing]: [
    ['none', 60],
    ['required', 28],
    ['sent', 12],
  ],
  [STEP.agreement]: [
    ['none', 14],
    ['required', 14],
    ['sent', 37],
    ['agreed', 35],
  ],
  [STEP.preparation]: [
    ['required', 6],
    ['sent', 18],
    ['agreed', 76],
  ],
  [STEP.published]: [
    ['agreed', 96],
    ['sent', 4],
  ],
  [STEP.closed]: [
    ['agreed', 975],
    ['sent', 25],
  ],
}
const DEMO_COMPANIES = 2
const QUESTIONS = 2
/** In days. */
const longestWait = 9
const HOUR = 3_600_000
const times = ['22:00', '21:00', '23:00', '06:00', '20:30', '05:00']
/** Companies that had not agreed when a release was published. */
export type Unready = Map<Release, Company[]>

interface Made {
  unready: Unready
  /** Id of the latest agreement. */
  last: number
  /** The agreement whose scope is to be changed afterwards. */
  changed: Agreement | undefined
  /** Agreements of unfinished releases that were sent to their companies. */
  sent: Agreement[]
}

/**
 * Writes the agreements of all releases with their histories and letters.
 * @param making with the latest id of closed days
 * @returns companies that were not ready, the latest agreement's id, the agreement whose scope is to be changed, and
 *   the agreements that were sent
 */
export async function makeAgreements(making: Asking & { freezes: number }, releases: Release[]): Promise<Made> {
  const made: Made = { unready: new Map(), last: 0, changed: undefined, sent: [] }
  const waiting = new Map<number, number>()
  const held = heldOf(releases)
  let isPaused = false
  for (const release of releases) {
    for (const company of release.companies) {
      if (release.notPublishing.includes(company)) continue
      const holds = holdsOf(held, release, company)
      const state = stateOf(making, { release, company, holds }, waiting)
      if (state === 'none') continue
      const { agreement, remark } = writeAgreement(making, { release, company, holds }, state, ++made.last)
      note(made, agreement)
      if (holds.has('scope')) made.changed = agreement
      if (!isPaused && canBePaused(release, company, state, remark)) {
        isPaused = true
        pauseLadder(making, agreement)
      }
      if (holds.has('freeze')) closeDay(making, agreement, making.freezes + 1)
    }
    await making.load.breathe()
  }
  return made
}

/** Notes what other generators need to know about the agreement. */
function note({ unready, sent }: Made, agreement: Agreement): void {
  const { release, company, course } = agreement
  if (!isDone(release) && course.sent_at !== null) sent.push(agreement)
  if (isDone(release) && !course.isAgreed) unready.set(release, [...(unready.get(release) ?? []), company])
}

/** The reminders of one agreement with a demo client are paused. */
const canBePaused = (release: Release, { idcomp }: Company, state: State, remark: string): boolean =>
  idcomp === DEMO_COMPANIES && state === 'sent' && !isDone(release) && remark === ''

type Pair = Pick<Agreement, 'release' | 'company' | 'holds'>

/** Both demo clients find two agreements to answer when they sign in, whatever the day. */
function stateOf({ random }: Making, pair: Pair, waiting: Map<number, number>): State {
  const { holds, release, company } = pair
  if (holds.size > 0) return holds.has('waiting') || holds.has('offer') ? 'sent' : 'agreed'
  const { step_id } = release
  const { idcomp } = company
  const isDemo = idcomp <= DEMO_COMPANIES && step_id >= STEP.testing && step_id < STEP.published
  const found = waiting.get(idcomp) ?? 0
  if (!isDemo || found >= QUESTIONS) return random.weighted(states[step_id] ?? [])
  waiting.set(idcomp, found + 1)
  return 'sent'
}

function courseOf({ random, today }: Making, release: Release, state: State): Course {
  const end = isDone(release) ? (release.published_at ?? startOf(today)) - HOUR : startOf(today) - HOUR
  const begunAt =
    release.steps.find(({ step_id }) => step_id === STEP.agreement)?.at ??
    release.steps.at(-1)?.at ??
    release.created_at
  // In an unfinished release, a company that has not answered was sent the date only a few days ago.
  const from =
    state === 'sent' && !isDone(release)
      ? Math.max(begunAt, momentOf(random, today - random.int(1, longestWait)))
      : begunAt
  const created_at = Math.min(begunAt, end - 2 * HOUR)
  const sent_at =
    state === 'required' ? null : Math.min(Math.max(created_at + HOUR, soonAfter(random, from, from + 40 * HOUR)), end)
  const answered = sent_at === null ? null : soonAfter(random, Math.min(sent_at + HOUR / 2, end), end)
  return {
    created_at,
    sent_at,
    answered_at: answered,
    isAgreed: state === 'agreed',
    end,
    updated_at: created_at,
    version: 1,
  }
}

function writeAgreement(making: Asking, pair: Pair, state: State, id: number) {
  const { random, load, today } = making
  const { release, company, holds } = pair
  const planned = holds.size > 0 ? Math.max(release.plan_date, today + AHEAD) : release.plan_date
  const contacts = company.people.filter(({ email, is_blocked }) => email && !is_blocked)
  const agreement: Agreement = {
    id,
    ...pair,
    course: courseOf(making, release, state),
    author: random.chance(0.7) ? release.author : random.pick(release.users),
    recipients: random.some(contacts, random.int(1, 3)),
    recipientsExtra: random.chance(0.15) ? [`office@${company.short}.example`] : [],
    ...fitting(
      company.idcomp,
      {
        releaseDate: planned + random.int(0, 3),
        releaseTime: state === 'required' && random.chance(0.3) ? null : random.pick(times),
      },
      today,
    ),
    isPublishedOnTestEnv: !holds.has('test') && (state !== 'required' || random.chance(0.3)),
  }
  const texts = announceAgreement(making, agreement)
  writeRow(load, agreement, texts)
  for (const { id: user_id } of agreement.recipients) load.add('agreement_recipients', [id, user_id])
  return { agreement, remark: texts.remark }
}

/** Writes an agreement as it is after all that has happened to it. */
function writeRow(load: Loader, agreement: Agreement, texts: ReturnType<typeof announceAgreement>) {
  const { course, release, company } = agreement
  const sent = course.sent_at === null ? null : duringWork(course.sent_at)
  load.add('agreements', [
    agreement.id,
    release.id,
    company.idcomp,
    course.sent_at !== null,
    course.isAgreed,
    texts.remark,
    agreement.isPublishedOnTestEnv,
    agreement.recipientsExtra,
    agreement.releaseDate,
    agreement.releaseTime,
    texts.cancel_reason,
    agreement.author.id,
    sent,
    sent,
    agreement.isPublishedOnTestEnv ? release.build : '',
    course.version,
    duringWork(course.created_at),
    duringWork(course.updated_at),
  ])
}
