import { agreements, offers } from '@vypusk/contract'
import type { BodyInput, Outcome, ReplyOf } from '@vypusk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { agreementQuery } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import type { Changed, ChangeOptions } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { currentOf } from '../../../api/conflict.ts'
import { showNotice, withMail } from '../../kit/feedback/notices.ts'
import type { Notice } from '../../kit/feedback/notices.ts'

/** The acts on an agreement, for every screen that has them. */

export const OF_AGREEMENT: readonly Changed[] = ['agreement', 'release']

export const updateAgreement = (id: number, body: BodyInput<typeof agreements.update>) =>
  call(agreements.update, { params: { id }, body, onRefusal: 'throw' })

type Detail = agreements.AgreementDetail
type Update = BodyInput<typeof agreements.update>
type Saved = ReplyOf<typeof agreements.update>

/** What a screen may add to an act: what it says, and whether its row stays busy until the list is fetched again. */
export type ActOptions = Pick<ChangeOptions<unknown, Saved>, 'onSuccess' | 'onError' | 'isOverAtOnce'>

/** Whatever shows the agreement itself is updated at once. */
const ofAgreement = {
  changes: OF_AGREEMENT,
  put: ({ agreement }: Saved) => [[agreementQuery(agreement.id).queryKey, agreement]] as const,
}

interface UpdateOptions extends ActOptions {
  /** What the person saw, and whether the save holds for what is there now; without it a stale save is refused. */
  again?: { shown: Detail; isSame: (shown: Detail, current: Detail, body: Update) => boolean }
}

/**
 * Saves one target of an agreement. When somebody else has changed another part of it meanwhile, the save is repeated
 * with the new version; when what the person decided on has changed, it is refused and the screen shows the new state.
 */
export function useUpdateAgreement(id: number, { again, ...options }: UpdateOptions = {}) {
  const client = useQueryClient()
  return useChange({
    ...options,
    ...ofAgreement,
    mutationFn: async (body: Update) => {
      try {
        return await updateAgreement(id, again ? { version: again.shown.version, ...body } : body)
      } catch (error) {
        const current = again && currentOf<Detail>(error)
        if (!again || !current) throw error
        client.setQueryData(agreementQuery(id).queryKey, current)
        if (!again.isSame(again.shown, current, body)) throw error
        return updateAgreement(id, { ...body, version: current.version })
      }
    },
  })
}

/** Offers another date; it is based on the version the person saw. */
export const useOfferDate = (id: number, options: ActOptions = {}) =>
  useChange({
    ...options,
    ...ofAgreement,
    mutationFn: (body: BodyInput<typeof offers.propose>) =>
      call(offers.propose, { params: { id }, body, onRefusal: 'throw' }),
  })

interface OfferAnswer {
  offer_id: number
  body: BodyInput<typeof offers.answer>
}

/** Accepts, declines or withdraws an offered date; if somebody else was faster, this is refused. */
export const useAnswerOffer = (id: number, options: ActOptions = {}) =>
  useChange({
    ...options,
    ...ofAgreement,
    mutationFn: ({ offer_id, body }: OfferAnswer) =>
      call(offers.answer, { params: { id, offer_id }, body, onRefusal: 'throw' }),
  })

/** The brief's notices (section 8). */
const UPDATED = 'Согласование обновлено'

/**
 * Reports that an agreement was saved, and whether letters about it failed.
 * @param done more exact words for what was done
 */
export const updatedNotice = (mail: Outcome, done = UPDATED): Notice =>
  withMail(mail === 'failed' ? UPDATED : done, mail)

export const notifyUpdated = ({ mail }: { mail: Outcome }): void => showNotice(updatedNotice(mail))
