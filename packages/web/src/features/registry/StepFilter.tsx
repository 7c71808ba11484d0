import { UnstyledButton } from '@mantine/core'
import type { registry } from '@vypusk/contract'
import classes from './registry.module.css'

interface StepFilterProps {
  counts: registry.EntryPage['counts'] | undefined
  chosen: readonly number[]
  onChange: (step_ids: number[]) => void
}

/** The number of entries on each step; a click filters by it. */
export function StepFilter({ counts, chosen, onChange }: StepFilterProps) {
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div className={classes.steps} role="group" aria-label="Записи по этапам">
      {counts?.by_step.map(({ id, name, count }) => (
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
