import { UnstyledButton } from '@mantine/core'
import type { registry } from '@vypusk/contract'
import { withGone } from '../../components/kit/filter-bar/options.ts'
import classes from './registry.module.css'

interface StepFilterProps {
  counts: registry.EntryPage['counts'] | undefined
  chosen: readonly number[]
  onChange: (step_ids: number[]) => void
}

/**
 * The number of entries on each step; a click filters by it. A step that was hidden has none, but a saved set may still
 * filter by it.
 */
export function StepFilter({ counts, chosen, onChange }: StepFilterProps) {
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const steps = withGone(counts?.by_step, chosen)?.map((step) => ({ count: 0, ...step }))
  return (
    <div className={classes.steps} role="group" aria-label="Записи по этапам">
      {steps?.map(({ id, name, count }) => (
        <UnstyledButton
          key={id}
          className={classes.step}
          aria-pressed={chosen.includes(id)}
          data-empty={count === 0 || undefined}
          onClick={() => toggle(id)}
        >
          {name} <span className={classes.stepCount}>{count.toLocaleString('ru-RU')}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
