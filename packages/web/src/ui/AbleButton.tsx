import { Button, Tooltip } from '@mantine/core'

interface AbleButtonProps {
  /** What the reply's abilities say of the action. */
  ability: true | string
  primary?: boolean
  loading?: boolean
  onClick: () => void
  children: string
}

/** A button that, where it may not be pressed, says why: to the pointer, the keyboard and the screen reader. */
export function AbleButton({ ability, primary = false, loading, onClick, children }: AbleButtonProps) {
  const isAllowed = ability === true
  return (
    <Tooltip
      label={ability}
      disabled={isAllowed}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        variant={primary ? 'filled' : 'default'}
        loading={loading}
        aria-disabled={!isAllowed || undefined}
        data-disabled={!isAllowed || undefined}
        aria-description={isAllowed ? undefined : ability}
        onClick={() => isAllowed && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
