import { ActionIcon, Tooltip } from '@mantine/core'
import type { ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type IconActionProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & { label: string }

/**
 * A button that is only an icon. It has a name for screen readers and a tooltip, which is hidden while what the button
 * opens is open.
 */
export const IconAction = ({ label, children, ...rest }: IconActionProps) => (
  <Tooltip label={label} disabled={rest['aria-expanded'] === true}>
    <ActionIcon variant="subtle" color="gray" c="var(--dim)" size={28} aria-label={label} {...rest}>
      {children}
    </ActionIcon>
  </Tooltip>
)
