import { ActionIcon } from '@mantine/core'
import type { ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type IconActionProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & { label: string }

/** A button that is only an icon. Its name is read by screen readers and shown as a tooltip (kit/feedback/Hints.tsx). */
export const IconAction = ({ label, children, ...rest }: IconActionProps) => (
  <ActionIcon variant="subtle" color="gray" c="var(--dim)" size={28} aria-label={label} data-hint={label} {...rest}>
    {children}
  </ActionIcon>
)
