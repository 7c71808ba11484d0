import { Button } from '@mantine/core'
import type { agreements } from '@vypusk/contract'
import { whenDone } from '../../kit/feedback/when-done.ts'
import { notifyUpdated, useAnswerOffer } from '../agreement/api.ts'

/** Withdraws the company's offer while it has not been answered. */
export function WithdrawOffer({ agreement }: { agreement: agreements.AgreementDetail }) {
  const { id, version, offer, abilities } = agreement
  const { mutateAsync, isPending } = useAnswerOffer(id)
  if (!offer || abilities.withdraw_offer !== true) return null
  const withdraw = () =>
    whenDone(mutateAsync({ offer_id: offer.id, body: { answer: 'withdraw', version } }), notifyUpdated)
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={withdraw}>
      Отозвать предложение
    </Button>
  )
}
