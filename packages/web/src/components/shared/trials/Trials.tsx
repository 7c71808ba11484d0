import type { trials } from '@vypusk/contract'
import { standInWords } from './texts.ts'
import type { BuildReport, FilesHere } from './reporting.ts'
import { TrialRow } from './TrialRow.tsx'
import classes from './Trials.module.css'

interface TrialsProps {
  shown: Omit<trials.Trials, 'abilities'>
  /** True, or why nothing can be reported now. */
  canReport: true | string
  report: BuildReport
  filesHere: FilesHere
}

/** The company's requests on the test environment, each with its results. */
export function Trials({ shown, canReport, report, filesHere }: TrialsProps) {
  const { requests, build, agreement_id, isPublishedOnTestEnv } = shown
  return (
    <>
      <p className={classes.note}>{isPublishedOnTestEnv ? standInWords(build) : 'Релиза на тестовом стенде нет.'}</p>
      {canReport !== true && isPublishedOnTestEnv && <p className={classes.note}>{canReport}</p>}
      <ul className={classes.list}>
        {requests.map((request) => (
          <TrialRow
            key={request.request_id}
            request={request}
            draft={`agreement.${agreement_id}.trial`}
            canReport={canReport === true}
            build={build}
            report={report}
            filesHere={filesHere}
          />
        ))}
      </ul>
    </>
  )
}
