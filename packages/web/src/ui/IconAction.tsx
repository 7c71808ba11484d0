import { ActionIcon } from '@mantine/core'
import type { ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './IconAction.module.css'
import { whyRefused } from './refused.ts'

const ownClasses = { root: classes.icon }

type IconActionProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    label: string
    /** True, or the reason why it cannot be pressed, which is shown instead of its name. */
    ability?: true | string
  }

/** A button that is only an icon. Its name is read by screen readers and shown as a tooltip (kit/feedback/Hints.tsx). */
export const IconAction = ({ label, ability = true, onClick, children, ...rest }: IconActionProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    c="var(--dim)"
    size={28}
    classNames={ownClasses}
    aria-label={label}
    data-hint={label}
    {...whyRefused(ability)}
    onClick={ability === true ? onClick : undefined}
    {...rest}
  >
    {children}
  </ActionIcon>
)
