import { Button } from '@mantine/core'
import type { Matter } from '../api.ts'

interface PressProps {
  matter: Matter
  primary?: boolean
  isPending?: boolean
  expanded?: boolean
  onClick: () => void
  children: string
}

/** A button whose accessible name contains the matter, because many buttons have the same text. */
export const Press = ({ matter, primary = false, isPending = false, expanded, onClick, children }: PressProps) => (
  <Button
    size="xs"
    variant={primary ? 'light' : 'default'}
    loading={isPending}
    aria-expanded={expanded}
    aria-label={`${children}: ${matter.title}${matter.company ? `, ${matter.company}` : ''}`}
    onClick={onClick}
  >
    {children}
  </Button>
)
