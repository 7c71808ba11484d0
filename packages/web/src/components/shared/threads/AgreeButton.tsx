import { Button } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { leftOpenInWords } from './texts.ts'
import classes from './Threads.module.css'

interface AgreeButtonProps {
  open: threads.OpenRemarks
  isPending: boolean
  size?: 'lg'
  onClick: () => void
  children: string
}

/** Agreeing closes no remarks; when some are open, the button says so. */
export function AgreeButton({ open, isPending, size, onClick, children }: AgreeButtonProps) {
  const left = leftOpenInWords(open)
  return (
    <Button
      loading={isPending}
      fullWidth={size === 'lg'}
      {...(size && { size })}
      {...(left && { h: 'auto', py: 6 })}
      onClick={onClick}
    >
      <span className={classes.agree}>
        {children}
        {left && <span className={classes.left}>{left}</span>}
      </span>
    </Button>
  )
}
