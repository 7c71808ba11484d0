import type { trials } from '@vypusk/contract'
import { standInWords } from './texts.ts'
import type { FilesHere, Tell } from './telling.ts'
import { TrialRow } from './TrialRow.tsx'
import classes from './Trials.module.css'

interface TrialsProps {
  shown: Omit<trials.Trials, 'abilities'>
  /** True, or why nothing can be said now. */
  canTell: true | string
  tell: Tell
  filesHere: FilesHere
}

/** The company's requests on the test environment, each with what was said of it. */
export function Trials({ shown, canTell, tell, filesHere }: TrialsProps) {
  const { requests, build, agreement_id, isPublishedOnTestEnv } = shown
  return (
    <>
      <p className={classes.said}>{isPublishedOnTestEnv ? standInWords(build) : 'Релиза на тестовом стенде нет.'}</p>
      {canTell !== true && isPublishedOnTestEnv && <p className={classes.said}>{canTell}</p>}
      <ul className={classes.list}>
        {requests.map((request) => (
          <TrialRow
            key={request.request_id}
            request={request}
            draft={`agreement.${agreement_id}.trial`}
            canTell={canTell === true}
            tell={tell}
            filesHere={filesHere}
          />
        ))}
      </ul>
    </>
  )
}
