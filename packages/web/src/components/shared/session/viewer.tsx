import { createContext, useContext } from 'react'
import { useUser } from '../../../api/account.ts'

/** With whose eyes a page is read. */
export interface Viewer {
  isRivc: boolean
  /** Staff look with this company's eyes. */
  as_company?: number
}

const Previewed = createContext<number | undefined>(undefined)
/** Below it staff see what the company sees. */
export const Preview = Previewed.Provider

export function useViewer(): Viewer {
  const { isRivc } = useUser()
  const as_company = useContext(Previewed)
  return as_company === undefined ? { isRivc } : { isRivc: false, as_company }
}
