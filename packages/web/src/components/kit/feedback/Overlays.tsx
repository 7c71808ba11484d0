import { useStore } from '../../../ui/store.ts'
import { later, usePart } from './later.ts'
import { overlaysAsked } from './showing.ts'

const overlays = later(() => import('./ShownOverlays.tsx'))

/** The place for dialogs and toasts: it comes after the first screen, or with the first thing that is to be shown. */
export function Overlays() {
  const shown = usePart(overlays, useStore(overlaysAsked))
  return shown && <shown.ShownOverlays />
}
