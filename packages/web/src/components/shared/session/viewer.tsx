import { createContext, useContext } from 'react'
import { useUser } from '../../../api/account.ts'

/** From whose point of view a page is shown. */
export interface Viewer {
  isRivc: boolean
  /** Staff see the page as this company does. */
  as_company?: number
}

const Previewed = createContext<number | undefined>(undefined)
/** Within it staff see what the company sees. */
export const Preview = Previewed.Provider

export function useViewer(): Viewer {
  const { isRivc } = useUser()
  const as_company = useContext(Previewed)
  return as_company === undefined ? { isRivc } : { isRivc: false, as_company }
}
