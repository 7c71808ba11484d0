import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/duration.ts'
import { oneTabStop } from '../fields/one-tab-stop.ts'
import classes from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

/** The bar that floats over the list while rows are marked. */
export const SelectionBar = ({ count, onClear, children }: SelectionBarProps) => (
  <div ref={oneTabStop} className={classes.bar} role="toolbar" aria-label="Действия с отмеченными">
    <span className={classes.count} role="status">
      Выбрано {formatNumber(count)}
    </span>
    {children}
    <Button variant="default" c="var(--dim)" onClick={onClear} rightSection={<kbd>Esc</kbd>}>
      Снять
    </Button>
  </div>
)
