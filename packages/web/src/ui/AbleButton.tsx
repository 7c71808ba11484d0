import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { whyRefused } from './refused.ts'

interface AbleButtonProps extends Pick<ButtonProps, 'size' | 'loading' | 'color' | 'leftSection'> {
  /** The ability given in the reply: true, or the reason why the action is not allowed. */
  ability: true | string
  primary?: boolean
  /** The accessible name, when the text on the button is not enough. */
  label?: string
  onClick: () => void
  children: ReactNode
}

/** A button that explains why it cannot be pressed, to the pointer, the keyboard and the screen reader. */
export function AbleButton({ ability, primary = false, label, onClick, ...button }: AbleButtonProps) {
  const isAllowed = ability === true
  return (
    <Button
      {...button}
      variant={primary ? 'filled' : 'default'}
      aria-label={label}
      data-disabled={!isAllowed || undefined}
      {...whyRefused(ability)}
      onClick={() => isAllowed && onClick()}
    />
  )
}
