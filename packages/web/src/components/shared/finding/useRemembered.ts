import { finding } from '@vypusk/contract'
import { useEffect } from 'react'
import { remember } from './api.ts'

const isKind = (word: string | undefined): word is finding.Kind => finding.kinds.some((kind) => kind === word)

/**
 * Records the thing that the window shows as opened.
 * @param place `release/5`, as in presence
 */
export function useRemembered(place: string | undefined): void {
  useEffect(() => {
    const [kind, id] = place?.split('/') ?? []
    if (isKind(kind)) void remember(kind, Number(id))
  }, [place])
}
