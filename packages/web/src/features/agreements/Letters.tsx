import type { agreements } from '@vypusk/contract'
import { Deliveries } from '../../components/shared/deliveries/Deliveries.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './agreements.module.css'
import type { Detail } from './api.ts'
import quiet from '../../ui/quiet.module.css'

/** Newest letter first, its addresses together: the same words sent again later are another letter. */
const byLetter = (deliveries: readonly agreements.AgreementDelivery[]) =>
  Map.groupBy(deliveries, ({ event_id, subject }) => `${event_id} ${subject}`)

/** What was written to whom, how it fared, and once more for those who did not get it. */
export const Letters = ({ agreement: { deliveries, recipients, by_rivc } }: { agreement: Detail }) => (
  <Section level={2} title="Письма" aside={deliveries.length > 0 ? deliveries.length : undefined}>
    {deliveries.length === 0 && (
      <p className={quiet.dim}>
        {by_rivc
          ? 'Писем не было: когда дату отправляли, писать было некому.'
          : 'Писем ещё не было. Они уйдут, когда дату отправят клиенту.'}
      </p>
    )}
    {[...byLetter(deliveries)].map(([letter, sent]) => (
      <div key={letter} className={classes.letter}>
        <div className={classes.subject}>{sent[0]?.subject}</div>
        <Deliveries deliveries={sent} people={recipients} canResend />
      </div>
    ))}
  </Section>
)
