import type { ComponentType } from 'react'
import type { Matter } from '../api.ts'

export interface ActsProps {
  matter: Matter
  /** Opens the panel below the row. */
  open: () => void
  isOpen: boolean
}

export interface PanelProps {
  matter: Matter
  close: () => void
}

/** How a kind of matter is settled in place: by buttons, or in a panel below. */
export interface Control {
  Acts: ComponentType<ActsProps>
  Panel?: ComponentType<PanelProps>
}
