import { IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './FilterBar.module.css'

interface ChipProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string
  /** The chosen values; null when there are none. */
  summary: string | null
  onClear: () => void
}

/** A filter's button: grey when nothing is chosen, otherwise coloured, with the choice and a cross. */
export const Chip = ({ label, summary, onClear, className = '', ...button }: ChipProps) => (
  <span className={classes.chip} data-on={summary !== null || undefined}>
    <button {...button} type="button" className={`${classes.chipButton} ${className}`}>
      {label}
      {summary !== null && <strong className={classes.summary}>{summary}</strong>}
    </button>
    {summary !== null && (
      <button type="button" className={classes.chipClear} aria-label={`Убрать фильтр: ${label}`} onClick={onClear}>
        <IconX size={12} stroke={2.4} />
      </button>
    )}
  </span>
)
