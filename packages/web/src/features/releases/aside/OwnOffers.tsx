import { Button } from '@mantine/core'
import type { agreements } from '@vypusk/contract'
import { notifyUpdated, useAnswerOffer, useOfferDate } from '../../../components/shared/agreement/api.ts'
import { AgreementOffer } from '../../../components/shared/offers/AgreementOffer.tsx'
import { OfferList } from '../../../components/shared/offers/OfferList.tsx'
import classes from './Aside.module.css'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'

interface PartProps {
  agreement: agreements.AgreementDetail
}

/** The form in which the client offers another date. */
export function OwnOfferForm({ agreement, onDone }: PartProps & { onDone: () => void }) {
  const { mutateAsync, isPending, error } = useOfferDate(agreement.id)
  return (
    <AgreementOffer
      agreement={agreement}
      isPending={isPending}
      error={error}
      onSubmit={async (proposal) => notifyUpdated(await mutateAsync(proposal))}
      onDone={onDone}
    />
  )
}

/** The dates offered so far; one that has not been answered can be withdrawn. */
export function OwnOffers({ agreement }: PartProps) {
  const { id, version, offer, offers, abilities } = agreement
  const { mutateAsync, isPending } = useAnswerOffer(id)
  if (offers.length === 0) return null
  const withdraw = (offer_id: number) =>
    whenDone(mutateAsync({ offer_id, body: { answer: 'withdraw', version } }), notifyUpdated)
  return (
    <>
      <h3 className={classes.title}>Предложенные даты</h3>
      <OfferList offers={offers} of={agreement} />
      {offer && abilities.withdraw_offer === true && (
        <Button variant="default" size="compact-sm" loading={isPending} onClick={() => withdraw(offer.id)}>
          Отозвать предложение
        </Button>
      )}
    </>
  )
}
