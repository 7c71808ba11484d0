import { agreements, offers } from '@vypusk/contract'
import type { BodyInput, Outcome } from '@vypusk/contract'
import type { Changed } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { showNotice, withMail } from '../../kit/feedback/notices.ts'
import type { Notice } from '../../kit/feedback/notices.ts'

/** The acts on an agreement, for every screen that has them. */

export const OF_AGREEMENT: readonly Changed[] = ['agreement', 'release']

export const updateAgreement = (id: number, body: BodyInput<typeof agreements.update>) =>
  call(agreements.update, { params: { id }, body, onRefusal: 'throw' })

export const offerDate = (id: number, body: BodyInput<typeof offers.propose>) =>
  call(offers.propose, { params: { id }, body, onRefusal: 'throw' })

export const answerOffer = (id: number, offer_id: number, body: BodyInput<typeof offers.answer>) =>
  call(offers.answer, { params: { id, offer_id }, body, onRefusal: 'throw' })

/** The brief's notices (section 8). */
const UPDATED = 'Согласование обновлено'

/**
 * Reports that an agreement was saved, and whether letters about it failed.
 * @param done more exact words for what was done
 */
export const updatedNotice = (mail: Outcome, done = UPDATED): Notice =>
  withMail(mail === 'failed' ? UPDATED : done, mail)

export const notifyUpdated = ({ mail }: { mail: Outcome }): void => showNotice(updatedNotice(mail))
