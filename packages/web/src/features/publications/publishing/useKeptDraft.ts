import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { draftQuery, keepDraft } from '../api.ts'
import type { Draft } from './draft.ts'
import type { DraftPlace } from './useDraftPlace.ts'

const WAIT = 800

interface DraftState {
  /** A draft of an earlier visit, perhaps from another device, was loaded into the form. */
  isFound: boolean
  /** The server has answered, so a stored draft is now in the form. */
  isReady: boolean
  /** Deletes the draft, here and on the server. */
  drop: () => void
}

/**
 * Stores the form on the server as it is filled in, so that it can be continued elsewhere. The browser keeps its own
 * copy too; the later one wins. A form opened for particular releases does not touch a stored draft for others, also one
 * that the server names only after the form was opened without its answer.
 */
export function useKeptDraft(
  draft: Draft,
  { place, isSaving, onFound }: { place: DraftPlace; isSaving: boolean; onFound: (found: Draft) => void },
): DraftState {
  const { data, isPending } = useQuery(draftQuery)
  const [isFound, setFound] = useState(false)
  // The browser has a copy as well, so nothing is lost when the server does not answer.
  const keep = useDebouncedCallback((next: Draft) => void keepDraft(next).catch(() => {}), WAIT)
  const found = data?.draft
  const { named } = place
  const isOther = named.length > 0 && found?.list.some(({ release }) => named.includes(release)) === false
  const isApart = place.isApart || isOther
  useEffect(() => {
    if (!found || isApart || found.changed <= draft.changed) return
    setFound(true)
    onFound(found)
    // Once, when the answer comes: what is typed later is newer than it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found])
  useEffect(() => {
    // The server deletes the draft when it is published; stored a moment later, it would reappear.
    if (isSaving || isApart) keep.cancel()
    else if (draft.changed > (found?.changed ?? '')) keep(draft)
  }, [draft, found, keep, isSaving, isApart])
  return {
    isFound,
    isReady: !isPending,
    drop: () => {
      keep.cancel()
      setFound(false)
      if (!isApart) void keepDraft(null).catch(() => {})
    },
  }
}
