import { drafts, letters, letterTemplates } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { EVERY_MINUTE, EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { onPasswordLetter, onSecondFactor } from './commands/accounts.ts'
import { onWebhookSwitchedOff } from './commands/webhooks.ts'
import { deliver, repeatDelivery } from './commands/sending/deliver.ts'
import { collected, sendHeld } from './commands/holding/holding.ts'
import { previewPublication } from './commands/preview.ts'
import { previewTemplate, resetTemplate, saveTemplate, testTemplate } from './commands/templates.ts'
import { holdScopes, onScopeSettled, onScopeAnnounced } from './commands/scopes.ts'
import {
  onPublicationWithdrawn,
  onPublished,
  onShown,
  onReminded as onRemindedOfFiles,
} from './commands/publications.ts'
import { onMentioned } from './commands/registry.ts'
import { onEntry, onReopened, onThreadClosed, onThreadDue } from './commands/threads.ts'
import { onBuild } from './commands/trials.ts'
import { onReminded } from './commands/silence.ts'
import { onSubstitute } from './commands/substitutes.ts'
import { onTalked } from './commands/talks.ts'
import {
  onApproved,
  onCreated,
  onMoved,
  onOfferAccepted,
  onOfferDeclined,
  onOfferLapsed,
  onOffered,
  onOfferWithdrawn,
  onSent,
} from './commands/agreements.ts'
import { onRestored, onWithdrawn, releaseHeld } from './commands/holding/withdrawn.ts'
import { resumeLetters } from './commands/waiting/resuming.ts'
import { withdrawalLetters } from './queries/withdrawal.ts'
import { templateDetail, templateList } from './queries/templates.ts'

export const routes: Routes = (mount) => {
  mount(letters.retryDelivery, repeatDelivery)
  mount(drafts.preview, previewPublication)
  mount(letters.ofWithdrawal, ({ deps, person, params }) => withdrawalLetters(deps.db, person, params.id))
  mount(letterTemplates.list, ({ deps }) => templateList(deps.db))
  mount(letterTemplates.get, ({ deps, person, params }) => templateDetail(deps.db, deps, person, params.id))
  mount(letterTemplates.save, saveTemplate)
  mount(letterTemplates.reset, resetTemplate)
  mount(letterTemplates.preview, previewTemplate)
  mount(letterTemplates.test, testTemplate)
}

function ofPublications(listeners: Deps['listeners']): void {
  listeners.on('publication.published', onPublished)
  listeners.on('publication.shown', onShown)
  listeners.on('publication.reminded', onRemindedOfFiles)
  listeners.on('publication.withdrawn', onPublicationWithdrawn)
}

/** Registers the listeners that write letters about the events of other rooms, and the queue that sends them. */
export async function connect(deps: Deps): Promise<void> {
  const { listeners, jobs } = deps
  listeners.on('agreement.created', onCreated)
  listeners.on('agreement.sent', onSent)
  listeners.on('agreement.approved', onApproved)
  listeners.on('agreement.moved', onMoved)
  listeners.on('agreement.offered', collected(onOffered))
  listeners.on('agreement.offer_accepted', onOfferAccepted)
  listeners.on('agreement.offer_declined', onOfferDeclined)
  listeners.on('agreement.offer_withdrawn', onOfferWithdrawn)
  listeners.on('agreement.offer_lapsed', onOfferLapsed)
  listeners.on('thread.raised', onEntry)
  listeners.on('thread.answered', onEntry)
  listeners.on('thread.changed', onReopened)
  listeners.on('thread.said', onTalked)
  listeners.on('thread.closed', onThreadClosed)
  listeners.on('thread.due', onThreadDue)
  listeners.on('agreement.scope_changed', holdScopes)
  listeners.on('agreement.scope_told', onScopeAnnounced)
  listeners.on('agreement.scope_settled', onScopeSettled)
  listeners.on('agreement.build', onBuild)
  listeners.on('agreement.withdrawn', onWithdrawn)
  listeners.on('agreement.restored', onRestored)
  listeners.on('agreement.reminded', onReminded)
  listeners.on('substitute.changed', onSubstitute)
  ofPublications(listeners)
  listeners.on('registry.mentioned', onMentioned)
  listeners.on('user.password_asked', onPasswordLetter)
  listeners.on('user.second_factor', onSecondFactor)
  listeners.on('webhook.switched_off', onWebhookSwitchedOff)
  await jobs.every(EVERY_MINUTE, 'send_held', async () => {
    await sendHeld(deps)
    await releaseHeld(deps)
  })
  await jobs.every(EVERY_TEN_MINUTES, 'resume_letters', () => resumeLetters(deps))
  await jobs.work('let_go', () => releaseHeld(deps))
  await jobs.work('deliver', (job) => deliver(deps, job))
}
