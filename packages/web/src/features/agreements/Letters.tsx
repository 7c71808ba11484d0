import type { agreements } from '@vypusk/contract'
import { Deliveries } from '../../components/deliveries/Deliveries.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './agreements.module.css'
import type { Detail } from './api.ts'

/** Newest letter first, its addresses together. */
const bySubject = (deliveries: readonly agreements.AgreementDelivery[]) =>
  Map.groupBy(deliveries, ({ subject }) => subject)

/** What was written to whom, how it fared, and once more for those who did not get it. */
export const Letters = ({ agreement: { deliveries, recipients } }: { agreement: Detail }) => (
  <Section level={2} title="Письма" aside={deliveries.length > 0 ? deliveries.length : undefined}>
    {deliveries.length === 0 && (
      <p className={classes.dim}>Писем ещё не было. Они уйдут, когда дату отправят клиенту.</p>
    )}
    {[...bySubject(deliveries)].map(([subject, sent]) => (
      <div key={subject} className={classes.letter}>
        <div className={classes.subject}>{subject}</div>
        <Deliveries deliveries={sent} people={recipients} canResend />
      </div>
    ))}
  </Section>
)
