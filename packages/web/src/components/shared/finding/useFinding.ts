import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../../api/account.ts'
import { actsAtHand } from '../../kit/acts/acts.ts'
import { foundQuery, recentQuery } from './api.ts'
import type { Action } from './actions.ts'
import { wordsOf } from './pieces.ts'
import { sectionsOf } from './sections.ts'
import type { Section } from './sections.ts'

const TYPING = 80

interface Finding {
  sections: Section[]
  words: string[]
  /** The list shows results for what is typed now. */
  isFresh: boolean
  error: Error | null
  retry: () => void
}

/** The contents of the dialog for what is typed. */
export function useFinding(value: string, actions: Action[]): Finding {
  const { isRivc } = useUser()
  // As it was when the dialog opened, because the row has lost the focus since.
  const [atHand] = useState(() => actsAtHand.get()())
  const typed = value.trim()
  const [search] = useDebouncedValue(typed, TYPING)
  const found = useQuery({ ...foundQuery(search), placeholderData: keepPreviousData })
  const recent = useQuery(recentQuery)
  const query = typed === '' ? recent : found
  const words = wordsOf(typed)
  const sections = sectionsOf({
    typed,
    words,
    search,
    groups: found.data?.groups ?? [],
    recent: recent.data?.found ?? [],
    actions,
    atHand,
    isRivc,
  })
  return {
    sections,
    words,
    isFresh: typed === '' || (search === typed && !found.isFetching && !found.isPlaceholderData),
    error: query.error,
    retry: () => void query.refetch(),
  }
}
