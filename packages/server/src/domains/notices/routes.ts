import { notices } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { EVERY_FIVE_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import {
  onApproved,
  onBuild,
  onCreated,
  onMoved,
  onOfferAccepted,
  onOfferDeclined,
  onOfferLapsed,
  onOfferWithdrawn,
  onOffered,
  onReminded,
  onScopeSettled,
  onScopeAnnounced,
  onSent,
} from './commands/agreements.ts'
import { onCalledOff, onRestored, onResumed, onWithdrawn } from './commands/ended-agreements.ts'
import { onChanged, onManyChanged, onReleaseChanged, onTried } from './commands/changes.ts'
import { sendDigests } from './commands/digest.ts'
import {
  onBackupTrouble,
  onCommented,
  onDeliveryFailed,
  onMailDown,
  onMentioned,
  onPublicationWithdrawn,
  onPublished,
  onShown,
} from './commands/others.ts'
import { endPassed, forgetOld } from './commands/sweeping.ts'
import { onEntryWithdrawn, onHandedOver, onReopened, onSaid, onThreadClosed, onThreadDue } from './commands/threads.ts'
import { onRequestWithdrawn } from './commands/withdrawn-requests.ts'
import { onMentionAdded, onTalked } from './commands/talks.ts'
import { onAgreementReturned, onAnything, onCompanyShown, onReleaseAwaited } from './commands/settling.ts'
import { markRead, saveSettings, watch } from './commands/own.ts'
import { concernsFollowers, isGoneRequest, mayHaveQuestions } from './queries/concerns.ts'
import { listNotices, unreadOf } from './queries/list.ts'
import { settingsFor } from './queries/settings.ts'
import { watchingOf } from './queries/watching.ts'

export const routes: Routes = (mount) => {
  mount(notices.list, listNotices)
  mount(notices.count, ({ deps, person }) => unreadOf(deps.db, person))
  mount(notices.read, markRead)
  mount(notices.getSettings, settingsFor)
  mount(notices.saveSettings, saveSettings)
  mount(notices.getWatching, ({ deps, person, params }) => watchingOf(deps.db, person, params.entity, params.id))
  mount(notices.watch, watch)
}

const AT_NIGHT = '30 3 * * *'

/**
 * Registers the listeners that make notices from the events of other rooms. Those of letters are registered before, so
 * that nobody is notified twice.
 */
export async function connect(deps: Deps): Promise<void> {
  const { listeners } = deps
  listeners.on('changed', onChanged, concernsFollowers)
  listeners.on('changed', onRequestWithdrawn, isGoneRequest)
  listeners.on('release.changed', onReleaseChanged, concernsFollowers)
  listeners.on('many_changed', onManyChanged)
  ofAgreements(listeners)
  listeners.on('thread.raised', onSaid)
  listeners.on('thread.answered', onSaid)
  listeners.on('thread.said', onTalked)
  listeners.on('thread.closed', onThreadClosed)
  listeners.on('thread.closed', onEntryWithdrawn)
  listeners.on('thread.changed', onEntryWithdrawn)
  listeners.on('thread.changed', onHandedOver)
  listeners.on('thread.changed', onReopened)
  listeners.on('thread.changed', onMentionAdded)
  listeners.on('thread.due', onThreadDue)
  listeners.on('registry.commented', onCommented)
  listeners.on('registry.mentioned', onMentioned)
  listeners.on('publication.published', onPublished)
  listeners.on('publication.shown', onShown)
  listeners.on('publication.withdrawn', onPublicationWithdrawn)
  listeners.on('delivery.failed', onDeliveryFailed)
  listeners.on('backup.trouble', onBackupTrouble)
  listeners.on('mail.down', onMailDown)
  settleBy(listeners)
  await byTheClock(deps)
}

function ofAgreements(listeners: Deps['listeners']): void {
  listeners.on('agreement.created', onCreated)
  listeners.on('agreement.sent', onSent)
  listeners.on('agreement.approved', onApproved)
  listeners.on('agreement.moved', onMoved)
  listeners.on('agreement.offered', onOffered)
  listeners.on('agreement.offer_accepted', onOfferAccepted)
  listeners.on('agreement.offer_declined', onOfferDeclined)
  listeners.on('agreement.offer_withdrawn', onOfferWithdrawn)
  listeners.on('agreement.offer_lapsed', onOfferLapsed)
  listeners.on('agreement.scope_told', onScopeAnnounced)
  listeners.on('agreement.scope_settled', onScopeSettled)
  listeners.on('agreement.reminded', onReminded)
  listeners.on('agreement.tried', onTried)
  listeners.on('agreement.build', onBuild)
  listeners.on('agreement.withdrawn', onWithdrawn)
  listeners.on('agreement.called_off', onCalledOff)
  listeners.on('agreement.resumed', onResumed)
  listeners.on('agreement.restored', onRestored)
}

function settleBy(listeners: Deps['listeners']): void {
  listeners.on('company.shown', onCompanyShown)
  listeners.on('release.changed', onReleaseAwaited)
  listeners.on('agreement.returned', onAgreementReturned)
  listeners.onEvery(onAnything, mayHaveQuestions)
}

async function byTheClock(deps: Deps): Promise<void> {
  const { jobs } = deps
  // A person chooses a time to the minute; the letter is sent at most this much later.
  await jobs.every(EVERY_FIVE_MINUTES, 'digest', () => sendDigests(deps))
  await jobs.every(EVERY_FIVE_MINUTES, 'end_passed_notices', () => endPassed(deps))
  await jobs.every(AT_NIGHT, 'sweep_notices', () => forgetOld(deps))
}
