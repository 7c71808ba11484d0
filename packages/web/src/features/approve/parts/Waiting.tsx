import type { approve } from '@vypusk/contract'
import classes from '../Approve.module.css'
import { whenInWords } from '../texts.ts'

/** What colleagues have offered and staff have still to answer. */
export const Waiting = ({ offer, clock }: Pick<approve.Question, 'offer' | 'clock'>) =>
  offer && (
    <div className={classes.remark}>
      <strong>Ваша компания предложила другую дату</strong>
      <p>{whenInWords(offer, clock)}. Поставщик ещё не ответил.</p>
    </div>
  )
