import { useState } from 'react'
import { toast } from '../feedback/toast.tsx'
import { useIsShown } from '../feedback/useIsShown.ts'

/**
 * A secret that is shown once. Its form may be closed while it is being made, so that the screen around the form keeps
 * it; whoever has left the screen as well is told that it is lost.
 * @param lost what to do when it could not be shown
 * @returns the secret, which stays while its dialog fades out, and `forget` for when the form is opened again
 */
export function useShownOnce(lost: string) {
  const [secret, setSecret] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isShown = useIsShown()
  const show = (made: string): void => {
    if (!isShown()) return toast.error(lost)
    setSecret(made)
    setOpen(true)
  }
  return { secret, isOpen, show, close: () => setOpen(false), forget: () => setSecret(null) }
}
