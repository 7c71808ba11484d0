import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { refusalText } from '../../../components/shared/agreement/refusal-text.ts'
import { progressInWords } from '../../../components/shared/trials/texts.ts'
import { Trials } from '../../../components/shared/trials/Trials.tsx'
import type { BuildReport } from '../../../components/shared/trials/reporting.ts'
import classes from '../Approve.module.css'
import { linkedTrialsQuery, reportByLink } from '../api.ts'
import { linkedFile, linkedThreadsQuery } from '../linked.ts'
import { attachBy } from './LinkAttach.tsx'

/** The test environment by the letter's link; results can be reported before and after the answer. */
export function LinkedTrials({ token }: { token: string }) {
  const client = useQueryClient()
  const query = linkedTrialsQuery(token)
  const result = useQuery(query)
  const { refetch: lookAtRemarks } = useQuery(linkedThreadsQuery(token))
  const Attach = useMemo(() => attachBy(token), [token])
  const report: BuildReport = (input) =>
    reportByLink(token, input).then(
      ({ trials }) => {
        client.setQueryData(query.queryKey, trials)
        // A failure becomes a remark.
        void lookAtRemarks()
        return null
      },
      (error: unknown) => {
        // Another build may be on test by now.
        void result.refetch()
        return refusalText(error)
      },
    )
  const saveFile = (id: number) => location.assign(linkedFile(token, id))
  return (
    <Loaded result={result} failed="Проверка на стенде не загрузилась" loading={null}>
      {(shown) =>
        shown.requests.length > 0 &&
        shown.isPublishedOnTestEnv && (
          <section aria-labelledby="trials">
            <h2 id="trials" className={classes.subtitle}>
              {progressInWords(shown.progress)}
            </h2>
            <Trials shown={shown} canReport={shown.can_tell} report={report} filesHere={{ Attach, saveFile }} />
          </section>
        )
      }
    </Loaded>
  )
}
