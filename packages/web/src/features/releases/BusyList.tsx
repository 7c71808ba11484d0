import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { paths } from '../../paths.ts'
import classes from './aside/Aside.module.css'
import { shortRange } from './texts.ts'

/** People who are busy with other releases on the same days. */
export const BusyList = ({ busy }: { busy: releases.Calculation['busy'] }) => (
  <section aria-label="Заняты в других релизах">
    <h2 className={classes.title}>Заняты в других релизах</h2>
    <ul className={classes.busy}>
      {busy.map(({ user, release, start_date, plan_date }) => (
        <li key={`${user.id}-${release.id}`}>
          <span className={classes.late}>▲</span> {user.name}:{' '}
          <Link to={paths.release} params={{ releaseID: String(release.id) }} className={classes.other}>
            {release.title}
          </Link>
          , {shortRange(start_date, plan_date)}
        </li>
      ))}
    </ul>
  </section>
)
