import { decodeName } from '@vypusk/contract'
import type { waiting } from '@vypusk/contract'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { longMomentInZones } from '../../components/shared/dates/moments.ts'
import { formatLongDay } from '../../ui/dates.ts'
import classes from './Waiting.module.css'

const WHAT: Record<waiting.Coming['kind'], string> = { installation: 'Установка', release: 'Релиз по плану' }

const Coming = ({ coming: { kind, title, company, day, planned, href } }: { coming: waiting.Coming }) => (
  <li>
    <time dateTime={day}>{planned ? longMomentInZones(planned) : formatLongDay(day)}</time>
    {' – '}
    {WHAT[kind]}: <RouteAnchor to={href}>{decodeName(title)}</RouteAnchor>
    {company && ` · ${company}`}
  </li>
)

interface NothingProps {
  coming: readonly waiting.Coming[]
  isRivc: boolean
}

/** Shown when nothing waits: what comes next, and when. */
export const Nothing = ({ coming, isRivc }: NothingProps) => (
  <div className={classes.nothing}>
    <h2>Вас ничего не ждёт</h2>
    {coming.length > 0 ? (
      <>
        <p>Что будет дальше:</p>
        <ul>
          {coming.map((each) => (
            <Coming key={`${each.kind} ${each.href} ${each.day}`} coming={each} />
          ))}
        </ul>
      </>
    ) : (
      <p>
        {isRivc
          ? 'Здесь появится то, что можете сделать только вы: отправить дату, ответить на замечание, доставить письмо.'
          : 'Когда поставщик попросит согласовать дату, проверить заявки или забрать файлы, дело появится здесь.'}
      </p>
    )}
  </div>
)
