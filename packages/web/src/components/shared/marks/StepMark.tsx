import type { releases } from '@vypusk/contract'
import type { CSSProperties } from 'react'
import classes from './StepMark.module.css'

const NONE: readonly releases.ReleaseStep[] = []

interface StepMarkProps {
  step: releases.ReleaseStep
  /** All steps in order: the position of this one determines how dark it is. */
  steps?: readonly releases.ReleaseStep[] | undefined
  /** What is written instead of the step's name. */
  words?: string
}

/** The position of a step among those before publication, 0…1. */
function depthOf(step: releases.ReleaseStep, steps: readonly releases.ReleaseStep[]): number {
  const before = steps.filter(({ kind }) => kind === 'planning' || kind === 'work')
  const index = before.findIndex(({ id }) => id === step.id)
  return before.length > 1 && index >= 0 ? index / (before.length - 1) : 0
}

/** A step of a release: shades of one colour from light to dark in order, published green, closed grey. */
export const StepMark = ({ step, steps = NONE, words = step.name_step }: StepMarkProps) => (
  <span className={classes.step} data-kind={step.kind} style={{ '--depth': depthOf(step, steps) } as CSSProperties}>
    <span className={classes.dot} aria-hidden="true" />
    {words}
  </span>
)
