import type { approve } from '@vypusk/contract'
import classes from '../Approve.module.css'
import { longMomentInZones } from '../../../components/shared/dates/moments.ts'

/** A date that colleagues have offered and that staff have not answered yet. */
export const Waiting = ({ offer, zone, company_zone }: Pick<approve.Question, 'offer' | 'zone' | 'company_zone'>) =>
  offer && (
    <div className={classes.remark}>
      <strong>Ваша компания предложила другую дату</strong>
      <p>{longMomentInZones({ ...offer, zone, company_zone })}. Поставщик ещё не ответил.</p>
    </div>
  )
