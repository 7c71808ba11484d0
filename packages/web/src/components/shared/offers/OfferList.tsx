import type { agreements } from '@vypusk/contract'
import { formatMoment } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Tone } from '../../../ui/Tag.tsx'
import { momentInZones, type Zoned } from '../dates/moments.ts'
import classes from './Offers.module.css'
import ruled from '../../../ui/Ruled.module.css'

const LOOKS: Record<agreements.OfferState, { tone: Tone; word: string }> = {
  open: { tone: 'amber', word: 'Ждёт ответа' },
  accepted: { tone: 'green', word: 'Принята' },
  declined: { tone: 'red', word: 'Отклонена' },
  withdrawn: { tone: 'grey', word: 'Отозвана' },
  lapsed: { tone: 'grey', word: 'Не понадобилась' },
}

const Row = ({ offer, of: { zone, company_zone } }: { offer: agreements.Offer; of: Zoned }) => {
  const { tone, word } = LOOKS[offer.state]
  return (
    <li className={ruled.item}>
      <div className={classes.row}>
        <span className={classes.when}>{momentInZones({ ...offer, zone, company_zone })}</span>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <div className={classes.who}>
        {offer.user.name} · {formatMoment(offer.created_at)}
      </div>
      {offer.reason && <p className={classes.words}>{offer.reason}</p>}
      {offer.answered_at && offer.state !== 'lapsed' && (
        <div className={classes.who}>
          {[offer.answered_by?.name, formatMoment(offer.answered_at)].filter(Boolean).join(' · ')}
        </div>
      )}
      {offer.answer && <p className={classes.words}>{offer.answer}</p>}
    </li>
  )
}

interface OfferListProps {
  offers: readonly agreements.Offer[]
  /** The zones of the agreement. */
  of: Zoned
}

/** Every date the client has offered: the date, who offered it and when, and the outcome. */
export const OfferList = ({ offers, of }: OfferListProps) => (
  <ul className={ruled.list} aria-label="Предложенные даты">
    {offers.map((offer) => (
      <Row key={offer.id} offer={offer} of={of} />
    ))}
  </ul>
)
