import { nameAmong } from '@vypusk/contract'
import type { planning } from '@vypusk/contract'
import { VisuallyHidden } from '@mantine/core'
import classes from './LoadTable.module.css'
import type { Scale } from './scale.ts'
import { isOverloaded, loadName, weekName } from './texts.ts'

/** In weeks narrower than this there is no room for a number, in pixels. */
const NUMBERS_FROM = 40

interface CellProps {
  week: planning.PersonLoad['weeks'][number]
  width: number
}

/** The hours of one week, shown by colour and in words. */
function Cell({ week, width }: CellProps) {
  const share = week.there === 0 ? 0 : week.needed / week.there
  const state = isOverloaded(week) ? 'over' : week.needed === 0 ? 'free' : 'some'
  return (
    <td className={classes.load} data-state={state} style={{ width }} title={loadName(week)}>
      <span className={classes.level} style={{ height: `${Math.min(1, share) * 100}%` }} aria-hidden="true" />
      <VisuallyHidden>{loadName(week)}</VisuallyHidden>
      {width >= NUMBERS_FROM && week.needed > 0 && (
        <span className={classes.hours} aria-hidden="true">
          {state === 'over' && '▲ '}
          {Math.round(week.needed / 60)}
        </span>
      )}
      {width < NUMBERS_FROM && state === 'over' && (
        <span className={classes.narrow} aria-hidden="true">
          ▲
        </span>
      )}
    </td>
  )
}

const hasLoad = ({ weeks }: planning.PersonLoad) => weeks.some(({ needed }) => needed > 0)

const peopleOf = (load: planning.Load) => load.people.flatMap(({ user }) => user ?? [])

/** The working hours that the releases need of each person by week, compared with the production calendar. */
export const LoadTable = ({ load, scale }: { load: planning.Load; scale: Scale }) => (
  <table className={classes.people}>
    <caption className={classes.caption}>Загрузка людей по неделям, часы</caption>
    <thead>
      <tr>
        <th scope="col" className={classes.person}>
          <VisuallyHidden>Человек</VisuallyHidden>
        </th>
        {load.weeks.map((week) => (
          <th key={week} scope="col" style={{ width: 7 * scale.px }}>
            <VisuallyHidden>{weekName(week)}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {load.people.filter(hasLoad).map(({ user, weeks }) => (
        <tr key={user?.id ?? 0}>
          <th scope="row" className={classes.person}>
            {user ? nameAmong(peopleOf(load), user) : 'Люди не назначены'}
          </th>
          {weeks.map((week, index) => (
            <Cell key={load.weeks[index]} week={week} width={7 * scale.px} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
