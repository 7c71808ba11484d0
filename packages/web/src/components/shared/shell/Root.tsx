import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Overlays } from '../../kit/feedback/Overlays.tsx'
import { useSaveKey } from '../../kit/keys/useSaveKey.ts'
import { keepFocusOnPage } from '../../../ui/focus.ts'

/** The content of the page. */
function content(): HTMLElement | null {
  const main = document.querySelector('main')
  if (main) main.tabIndex = -1
  return main
}

/** Wraps every screen, with a session or without. */
export function Root() {
  useSaveKey()
  // Goes on at the content when the focused element has disappeared, for example with the former screen.
  useEffect(() => keepFocusOnPage(content), [])
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  )
}
