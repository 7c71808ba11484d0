import type { approve } from '@vypusk/contract'
import classes from '../Approve.module.css'
import { whenInWords } from '../texts.ts'

/** What colleagues have said already and staff have still to answer. */
export const Waiting = ({ remark, offer, clock }: Pick<approve.Question, 'remark' | 'offer' | 'clock'>) => (
  <>
    {remark && (
      <div className={classes.remark}>
        <strong>Есть замечание</strong>
        <p>{remark}</p>
      </div>
    )}
    {offer && (
      <div className={classes.remark}>
        <strong>Ваша компания предложила другую дату</strong>
        <p>{whenInWords(offer, clock)}. Поставщик ещё не ответил.</p>
      </div>
    )}
  </>
)
