import type { ComponentType } from 'react'
import type { Matter } from '../api.ts'

export interface ActsProps {
  matter: Matter
  /** Opens what is below the row. */
  open: () => void
  isOpen: boolean
}

export interface PanelProps {
  matter: Matter
  close: () => void
}

/** How a kind of matter is settled where it stands: by one press, or by what opens below. */
export interface Control {
  Acts: ComponentType<ActsProps>
  Panel?: ComponentType<PanelProps>
}
