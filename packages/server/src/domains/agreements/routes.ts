import {
  agreements,
  approve,
  calendar,
  consequences,
  dates,
  linkedThreads,
  offers,
  reminders,
  scopes,
  trials,
} from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { EVERY_MINUTE, EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { answerBy, linkedQuestion, datesBehind, entryBy } from './commands/answering.ts'
import { answerOffer, proposeDate } from './commands/offering.ts'
import { feed, subscribe, unsubscribe } from './commands/subscription.ts'
import { onThread } from './commands/remarking.ts'
import { saveEscalation } from './commands/escalation.ts'
import { hurryReminder, pauseReminders, remindMany, remindSilent, resumeReminders } from './commands/reminding.ts'
import { withdrawByHand } from './commands/by-hand.ts'
import { undoWithdrawal, withdrawalsOf } from './commands/undoing.ts'
import { deleteAgreement } from './commands/deleting.ts'
import { endLateOffers } from './commands/lapsing.ts'
import { onCompanyHidden, onReleaseChanged } from './commands/listeners.ts'
import { addAgreement, changeAgreement } from './commands/save.ts'
import {
  answerByLink,
  fileByLink,
  raiseByLink,
  readLinkedThreads,
  turnByLink,
  uploadByLink,
} from './commands/linked-threads.ts'
import { setBuild, saveReport } from './commands/trials.ts'
import { reportByLink, triedBehind } from './commands/linked-trials.ts'
import { askAnother } from './commands/moving.ts'
import { sendMany } from './commands/sending.ts'
import { askAll } from './commands/picking.ts'
import { lookAtScopes } from './commands/scope-changes.ts'
import { freezeScopes } from './commands/scopes.ts'
import { settleScopes } from './commands/settling.ts'
import { foreseen } from './queries/consequences.ts'
import { calendarOf, checkedDay } from './queries/calendar.ts'
import { agreementsExcel } from './queries/excel.ts'
import { matrixExcel } from './queries/matrix-excel.ts'
import { matrixOf } from './queries/matrix.ts'
import { remindersFor } from './queries/reminders.ts'
import { subscriptionOf } from './queries/feed.ts'
import { trialsFor } from './queries/trials.ts'
import { openableAgreement } from './queries/agreements.ts'
import { listAgreements } from './queries/list.ts'
import { agreementDetail } from './queries/detail.ts'
import { availableFilters } from './queries/filters.ts'
import { nearestOfAgreement, nearestOfRelease } from './queries/date-facts.ts'

/** Routes for dates: agreements by day, objections to a date, and subscriptions of calendar programs. */
const mountDates: Routes = (mount) => {
  mount(calendar.show, calendarOf)
  mount(calendar.checkDay, checkedDay)
  mount(dates.forRelease, ({ deps, person, params, query }) =>
    nearestOfRelease(deps, person, { ...query, release_id: params.release_id }),
  )
  mount(dates.forAgreement, ({ deps, person, params, query }) => nearestOfAgreement(deps, person, params.id, query))
  mount(dates.askAll, askAll)
  mount(calendar.getSubscription, ({ deps, person }) => subscriptionOf(deps.db, person))
  mount(calendar.subscribe, subscribe)
  mount(calendar.unsubscribe, unsubscribe)
  mount(calendar.feed, feed)
}

/** Routes for links in letters; none of them needs a session. */
const byLinks: Routes = (mount) => {
  mount(trials.ask, triedBehind)
  mount(trials.answer, reportByLink)
  mount(linkedThreads.read, readLinkedThreads)
  mount(linkedThreads.raise, raiseByLink)
  mount(linkedThreads.answer, answerByLink)
  mount(linkedThreads.turn, turnByLink)
  mount(linkedThreads.upload, uploadByLink)
  mount(linkedThreads.getFile, fileByLink)
  mount(approve.ask, linkedQuestion)
  mount(approve.answer, answerBy)
  mount(approve.entry, entryBy)
  mount(approve.dates, datesBehind)
}

export const routes: Routes = (mount) => {
  byLinks(mount)
  mount(agreements.list, ({ deps, person, query }) =>
    query.isExcel ? agreementsExcel(deps, person, query) : listAgreements(deps, person, query),
  )
  mount(agreements.matrix, ({ deps, person, query }) =>
    query.isExcel ? matrixExcel(deps, person, query) : matrixOf(deps, person, query),
  )
  mount(agreements.getFilters, ({ deps, person }) => availableFilters(deps.db, person))
  mount(agreements.checkExists, async ({ deps, params }) => {
    const found = await openableAgreement.first(deps.db, params)
    return { exists: found !== undefined, id: found?.id ?? null }
  })
  mount(agreements.get, ({ deps, person, params }) => agreementDetail(deps, person, params.id))
  mount(agreements.add, addAgreement)
  mount(agreements.update, changeAgreement)
  mount(agreements.sendMany, sendMany)
  mount(agreements.remindMany, remindMany)
  mount(agreements.askAnother, askAnother)
  mount(scopes.settle, settleScopes)
  mount(agreements.remove, deleteAgreement)
  mount(consequences.foresee, ({ deps, body }) => foreseen(deps.db, body))
  mount(consequences.withdraw, withdrawByHand)
  mount(consequences.withdrawals, ({ deps, person }) => withdrawalsOf({ deps, person }))
  mount(consequences.undo, undoWithdrawal)
  mount(offers.propose, proposeDate)
  mount(offers.answer, answerOffer)
  mountDates(mount)
  mount(reminders.list, ({ deps, person, params }) => remindersFor(deps, person, params.id))
  mount(reminders.pause, pauseReminders)
  mount(reminders.resume, resumeReminders)
  mount(reminders.hurry, hurryReminder)
  mount(reminders.saveEscalation, saveEscalation)
  mount(trials.get, ({ deps, person, params }) => trialsFor(deps.db, person, params.id))
  mount(trials.tell, saveReport)
  mount(trials.setBuild, setBuild)
}

/**
 * Subscribes to changes of threads, releases, companies and publications, and starts the jobs that look for silent
 * clients and changed scopes.
 */
export async function connect(deps: Deps): Promise<void> {
  deps.listeners.on('thread.raised', onThread)
  deps.listeners.on('thread.closed', onThread)
  deps.listeners.on('thread.changed', onThread)
  deps.listeners.on('release.changed', onReleaseChanged)
  deps.listeners.on('company.hidden', onCompanyHidden)
  // In the working hours of each company by its own clock, which usually begin on the hour or half hour.
  await deps.jobs.every(EVERY_TEN_MINUTES, 'remind', () => remindSilent(deps))
  await deps.jobs.every(EVERY_MINUTE, 'look_at_scopes', () => lookAtScopes(deps))
  deps.listeners.on('publication.published', freezeScopes)
  deps.listeners.on('publication.published', endLateOffers)
}
