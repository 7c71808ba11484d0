import { finding } from '@vypusk/contract'
import { useEffect } from 'react'
import { remember } from './api.ts'

const isKind = (word: string | undefined): word is finding.Kind => finding.kinds.some((kind) => kind === word)

/** Remembers what the window shows. @param place `release/5`, as presence says it */
export function useRemembered(place: string | undefined): void {
  useEffect(() => {
    const [kind, id] = place?.split('/') ?? []
    if (isKind(kind)) void remember(kind, Number(id))
  }, [place])
}
