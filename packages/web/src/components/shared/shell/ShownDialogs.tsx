import { FindDialog } from '../finding/FindDialog.tsx'
import { AboutDialog } from './AboutDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import type { ShownPlace } from './usePlaces.ts'

export interface DialogsProps {
  places: ShownPlace[]
  /** The list of keys. */
  keys: { opened: boolean; open: () => void; close: () => void }
  /** Version information. */
  about: { opened: boolean; onClose: () => void }
}

/** The dialogs that keys open over every screen. */
export const ShownDialogs = ({ places, keys, about }: DialogsProps) => (
  <>
    <FindDialog places={places} showKeys={keys.open} />
    <AboutDialog {...about} />
    <KeysDialog opened={keys.opened} onClose={keys.close} places={places} />
  </>
)
