import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { draftQuery, keepDraft } from './api.ts'
import type { Draft } from './draft.ts'

const WAIT = 800

interface DraftState {
  /** A draft of another visit, perhaps from another machine, was put into the form. */
  isFound: boolean
  /** The server has been asked: what is in the form now is what there was. */
  isReady: boolean
  /** Lets go of it, here and on the server. */
  drop: () => void
}

/**
 * Keeps the form on the server as it is filled in, so that it can be taken up again elsewhere. The
 * browser keeps its own copy too; of the two the later one counts. A form opened for certain releases
 * leaves alone what its person keeps of others.
 * @param named releases of the address
 */
export function useKeptDraft(
  draft: Draft,
  { named, isSaving, onFound }: { named: number[]; isSaving: boolean; onFound: (found: Draft) => void },
): DraftState {
  const { data, isPending } = useQuery(draftQuery)
  const [isFound, setFound] = useState(false)
  // The browser has a copy as well: a server that does not answer loses nothing.
  const keep = useDebouncedCallback((next: Draft) => void keepDraft(next).catch(() => {}), WAIT)
  const found = data?.draft
  const isApart = named.length > 0 && found?.list.some(({ release }) => named.includes(release)) === false
  useEffect(() => {
    if (!found || isApart || found.changed <= draft.changed) return
    setFound(true)
    onFound(found)
    // Once, when the answer comes: what is typed later is newer than it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found])
  useEffect(() => {
    // What is being published is let go of by the server: kept a moment later, it would come back.
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
