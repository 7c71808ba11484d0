import { Checkbox, CheckIcon } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import own from './RowCheck.module.css'

const classes = Checkbox.classes

interface RowCheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** Shown when the pointer rests on it. */
  hint?: string | undefined
}

/**
 * Mantine's checkbox as plain elements. A list has up to two in each row, and Mantine's component, which handles labels,
 * errors and groups, was half of the work of drawing a row.
 */
export const RowCheck = ({ hint, ...input }: RowCheckProps) => (
  <div className={`${classes['inner']} ${own.check}`} data-hint={hint}>
    <input {...input} type="checkbox" className={`mantine-focus-auto ${classes['input']}`} />
    <CheckIcon className={classes['icon']} />
  </div>
)
