import { useQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import classes from './StepTrack.module.css'
import { stepsQuery } from '../../api/lookups.ts'
import { trackOf } from './track.ts'

/** The steps of a release, with the days it spent on each. */
export function StepTrack({ release }: { release: releases.ReleaseDetail }) {
  const { data: steps } = useQuery(stepsQuery)
  return (
    <ol className={classes.track} aria-label="Этапы релиза">
      {steps &&
        trackOf(steps, release).map(({ id, name, state, note }) => (
          <li
            key={id}
            className={classes.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={classes.name}>{name}</span>
            <span className={classes.note}>{note}</span>
          </li>
        ))}
    </ol>
  )
}
