import type { agreements } from '@vypusk/contract'
import { Deliveries } from '../../components/shared/deliveries/Deliveries.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './agreements.module.css'
import type { Detail } from './api.ts'
import quiet from '../../ui/quiet.module.css'

/** Groups deliveries by letter, the newest first; the same text sent again later is another letter. */
const byLetter = (deliveries: readonly agreements.AgreementDelivery[]) =>
  Map.groupBy(deliveries, ({ event_id, subject }) => `${event_id} ${subject}`)

/** The letters with their recipients and delivery states, and sending again to those who did not receive them. */
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
