import { Outlet } from '@tanstack/react-router'
import { Overlays } from '../../kit/feedback/Overlays.tsx'
import { useSaveKey } from '../../kit/keys/useSaveKey.ts'

/** Wraps every screen, with a session or without. */
export function Root() {
  useSaveKey()
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  )
}
