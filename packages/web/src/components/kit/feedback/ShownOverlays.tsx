import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { openError, openQuestion } from './show-dialogs.tsx'
import { cleanToasts, hideToast, showProgress, showToast } from './show-toast.tsx'
import { overlaysStand } from './showing.ts'

/** On a phone the buttons of a form stand at the foot: there a toast would lie over them. */
const Toasts = () => (
  <Notifications position={useIsPhone() ? 'top-center' : 'bottom-right'} containerWidth={360} aria-live="polite" />
)

const overlaying = { showToast, showProgress, hideToast, cleanToasts, openError, openQuestion }

/** The dialogs and toasts that anything can show. */
export function ShownOverlays() {
  // After the effects of what is inside: by then it listens.
  useEffect(() => overlaysStand(overlaying), [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Toasts />
    </>
  )
}
