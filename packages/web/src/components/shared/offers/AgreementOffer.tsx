import type { agreements, BodyInput, offers } from '@vypusk/contract'
import { datesOfAgreement } from '../dates/OwnDate.tsx'
import { OfferForm } from './OfferForm.tsx'

interface AgreementOfferProps {
  agreement: agreements.AgreementDetail
  isPending: boolean
  error: Error | null
  onSubmit: (proposal: BodyInput<typeof offers.propose>) => Promise<unknown>
  onDone: () => void
}

/** The form in which a signed-in client offers another date; the offer is based on the version that is shown. */
export const AgreementOffer = ({ agreement, onSubmit, onDone, ...sending }: AgreementOfferProps) => (
  <OfferForm
    {...sending}
    name={String(agreement.id)}
    dates={datesOfAgreement(agreement.id)}
    present={agreement}
    clock={agreement.clock}
    cancel="Отмена"
    onCancel={onDone}
    onSubmit={(proposal) => onSubmit({ ...proposal, version: agreement.version })}
    onSent={onDone}
  />
)
