import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { Hints } from './Hints.tsx'
import { closeDialogs, openError, openQuestion } from './show-dialogs.tsx'
import { cleanToasts, hideToast, showOffer, showProgress, showToast } from './show-toast.tsx'
import { overlaysMounted } from './showing.ts'
import classes from './ShownOverlays.module.css'

/** On a phone the buttons of a form are at the bottom, where a toast would cover them. */
const Toasts = () => (
  <Notifications
    className={classes.toasts}
    position={useIsPhone() ? 'top-center' : 'bottom-right'}
    containerWidth={360}
    aria-live="polite"
  />
)

const overlaying = { showToast, showProgress, showOffer, hideToast, cleanToasts, openError, openQuestion, closeDialogs }

/** The dialogs, toasts and tooltips that any part of the program can show. */
export function ShownOverlays() {
  // Runs after the effects of the children, which listen by then.
  useEffect(() => overlaysMounted(overlaying), [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Toasts />
      <Hints />
    </>
  )
}
