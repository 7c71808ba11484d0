import { useQuery } from '@tanstack/react-query'
import type { trials } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { Loaded } from '../../kit/data-table/Loaded.tsx'
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
  const report = useReport(agreement_id)
  const { mutate: saveFile } = useSaveFile()
  const show = (shown: trials.Trials) => {
    const canReport = isRead ? 'Здесь клиент говорит, что проверено' : shown.abilities.tell
    return children(
      progressInWords(shown.progress),
      <Trials shown={shown} canReport={canReport} report={report} filesHere={{ Attach: AccountAttach, saveFile }} />,
    )
  }
  return (
    <Loaded result={useQuery(trialsQuery(agreement_id))} failed="Проверка на стенде не загрузилась" loading={null}>
      {(shown) => isWorth(shown) && show(shown)}
    </Loaded>
  )
}

const isWorth = ({ requests, isPublishedOnTestEnv }: trials.Trials) =>
  requests.length > 0 && (isPublishedOnTestEnv || requests.some(hasResults))
const hasResults = ({ results }: { results: unknown[] }) => results.length > 0
