import { useQuery } from '@tanstack/react-query'
import type { threads } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { ErrorState } from '../../kit/data-table/states.tsx'
import { useSaveFile } from '../files/useSaveFile.ts'
import { useViewer } from '../session/viewer.tsx'
import { AccountAttach } from './AccountAttach.tsx'
import { threadsQuery, useThreadActs } from './api.ts'
import { useEarlier } from './earlier.ts'
import { ThreadsPlace } from './place.ts'
import { Threads, type Raising } from './Threads.tsx'

interface AgreementThreadsProps {
  agreement_id: number
  /** `true`, or why no remark can be raised now. */
  canRaise: true | string
  raising: Raising
  /** Renders the frame of the part; receives the threads and the list. */
  children: (all: readonly threads.Thread[], list: ReactNode) => ReactNode
}

/**
 * A thread as the client sees it, for staff who view the page as the company: without internal entries, and without
 * actions.
 */
const previewed = (thread: threads.Thread): threads.Thread => ({
  ...thread,
  entries: thread.entries.filter(({ internal }) => !internal).map((entry) => ({ ...entry, abilities: NOTHING_OWN })),
  abilities: NOTHING,
})
const HERE = 'Здесь отвечает клиент'
const NOTHING_OWN = { rewrite: HERE, withdraw: HERE }
const NOTHING: threads.Thread['abilities'] = {
  answer: HERE,
  internal: HERE,
  close: HERE,
  reopen: HERE,
  owner: HERE,
  due: HERE,
  blocks: HERE,
}

/** The remarks of an agreement for a signed-in person. */
export function AgreementThreads({ agreement_id, canRaise, raising, children }: AgreementThreadsProps) {
  const { isRivc, as_company } = useViewer()
  const isPreview = as_company !== undefined
  const { data, error, refetch } = useQuery(threadsQuery(agreement_id))
  const earlier = useEarlier(threadsQuery(agreement_id), refetch)
  const acts = useThreadActs(agreement_id)
  const { mutate: saveFile } = useSaveFile()
  if (!data) {
    return error && <ErrorState title="Замечания не загрузились" error={error} onRetry={() => void refetch()} />
  }
  const all = isPreview ? data.threads.map(previewed) : data.threads
  return (
    <ThreadsPlace value={{ name: `agreement.${agreement_id}`, isRivc, acts, Attach: AccountAttach, saveFile, earlier }}>
      {children(all, <Threads all={all} canRaise={isPreview ? HERE : canRaise} raising={raising} />)}
    </ThreadsPlace>
  )
}
