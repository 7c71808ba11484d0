import { useStore } from '../../../ui/store.ts'
import { later, usePart } from './later.ts'
import { overlaysNeeded } from './showing.ts'

const overlays = later(() => import('./ShownOverlays.tsx'))

/**
 * The place for dialogs and toasts. Its code is loaded after the first screen, or with the first dialog or toast to
 * show.
 */
export function Overlays() {
  const shown = usePart(overlays, useStore(overlaysNeeded))
  return shown && <shown.ShownOverlays />
}
