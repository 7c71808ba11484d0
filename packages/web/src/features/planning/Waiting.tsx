import { Skeleton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { textWidth } from '../../ui/Skeletons.tsx'
import classes from './Planning.module.css'
import loadTable from './LoadTable.module.css'
import { mondays, type Scale } from './scale.ts'
import { Head } from './TimeLineHead.tsx'

const RELEASES = 5
const PEOPLE = 5
/** The positions and lengths of the bars, in weeks. */
const BARS = [
  { from: 1, weeks: 6 },
  { from: 0.5, weeks: 3 },
  { from: 2, weeks: 5 },
  { from: 3, weeks: 7 },
]

/** Placeholders for the workload of people. */
export const WaitingLoad = ({ scale }: { scale: Scale }) => (
  <table className={loadTable.people} aria-hidden="true">
    <caption className={loadTable.caption}>Загрузка людей по неделям, часы</caption>
    <tbody>
      {Array.from({ length: PEOPLE }, (_, person) => (
        <tr key={person}>
          <td className={loadTable.person}>
            <Skeleton height={10} width={textWidth(person)} />
          </td>
          {mondays(scale).map((monday) => (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a picture of a cell, hidden from everybody
            <td key={monday} className={loadTable.load} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Placeholders for the time line and the workload: names, bars, weeks. */
export const WaitingLine = ({ scale }: { scale: Scale }) => (
  <div
    className={classes.scroll}
    style={{ '--line-width': `${scale.width}px` } as CSSProperties}
    role="status"
    aria-label="Загрузка линии времени"
    aria-busy
  >
    <Head scale={scale} />
    <div className={classes.releases} aria-hidden="true">
      {Array.from({ length: RELEASES }, (_, row) => {
        const { from, weeks } = BARS[row % BARS.length] ?? { from: 0, weeks: 1 }
        return (
          <div key={row} className={classes.row}>
            <div className={classes.name}>
              <Skeleton height={12} width={textWidth(row)} mb={8} />
              <Skeleton height={10} width="45%" />
            </div>
            <div className={classes.track}>
              <Skeleton pos="absolute" top={12} left={from * 7 * scale.px} height={28} width={weeks * 7 * scale.px} />
            </div>
          </div>
        )
      })}
    </div>
    <WaitingLoad scale={scale} />
  </div>
)
