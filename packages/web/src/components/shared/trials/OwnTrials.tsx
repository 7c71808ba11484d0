import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSaveFile } from '../files/useSaveFile.ts'
import { AccountAttach } from '../threads/AccountAttach.tsx'
import { trialsQuery, useReport } from './api.ts'
import { progressInWords } from './texts.ts'
import { Trials } from './Trials.tsx'

interface OwnTrialsProps {
  agreement_id: number
  /** Read-only, for staff who view the page as the client. */
  isRead?: boolean
  /** Renders the frame of the part; receives the progress for its heading. */
  children: (progress: string, list: ReactNode) => ReactNode
}

/** The results of trying, if there is something to try or there are results. */
export function OwnTrials({ agreement_id, isRead = false, children }: OwnTrialsProps) {
  const { data } = useQuery(trialsQuery(agreement_id))
  const report = useReport(agreement_id)
  const { mutate: saveFile } = useSaveFile()
  const isWorth = data && data.requests.length > 0 && (data.isPublishedOnTestEnv || data.requests.some(hasResults))
  if (!isWorth) return null
  const canReport = isRead ? 'Здесь клиент говорит, что проверено' : data.abilities.tell
  return children(
    progressInWords(data.progress),
    <Trials shown={data} canReport={canReport} report={report} filesHere={{ Attach: AccountAttach, saveFile }} />,
  )
}

const hasResults = ({ results }: { results: unknown[] }) => results.length > 0
