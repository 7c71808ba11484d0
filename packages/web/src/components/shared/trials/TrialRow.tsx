import { Alert, Anchor, Button, Group } from '@mantine/core'
import { trials } from '@vypusk/contract'
import { useState } from 'react'
import { useFormRefusal } from '../../kit/feedback/useFormRefusal.ts'
import type { Place } from '../threads/place.ts'
import { SavedFiles } from '../threads/SavedFiles.tsx'
import { Failure } from './Failure.tsx'
import type { BuildReport, FilesHere, Report } from './reporting.ts'
import { earlierInWords, resultInWords, stateInWords } from './texts.ts'
import classes from './Trials.module.css'

/** All results for the request, latest first. */
function Results({ results, saveFile }: Pick<trials.Tried, 'results'> & Pick<Place, 'saveFile'>) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? results : results.slice(0, 1)
  return (
    <>
      {shown.map((result, place) => (
        <div key={result.id} className={classes.note}>
          {place === 0 ? resultInWords(result) : earlierInWords(result)}
          {result.comment && <span className={classes.comment}>{result.comment}</span>}
          <SavedFiles files={result.files} saveFile={saveFile} />
        </div>
      ))}
      {results.length > 1 && (
        <Anchor component="button" type="button" fz="xs" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Свернуть' : `Все ответы: ${results.length}`}
        </Anchor>
      )}
    </>
  )
}

interface TrialRowProps {
  request: trials.Tried
  /** A unique name of the draft. */
  draft: string
  canReport: boolean
  /** The build that is on test. */
  build: string
  report: BuildReport
  filesHere: FilesHere
}

/** One request: its state, and the buttons for reporting. */
export function TrialRow({ request, draft, canReport, build, report, filesHere }: TrialRowProps) {
  const { request_id, e_title, standing, results, in_release } = request
  const [isFailing, setFailing] = useState(false)
  // The build in which it failed: another one may come while the failure is described.
  const [failedIn, setFailedIn] = useState<string | null>(null)
  const [refusal, showRefusal] = useFormRefusal()
  const [isPending, setPending] = useState(false)
  const works = async () => {
    setPending(true)
    showRefusal(await report({ request_id, verdict: 'works', comment: '', files: [], build }))
    setPending(false)
  }
  const fails: Report = async (failure) => {
    const refused = await report({ ...failure, build: failedIn ?? build })
    // The person knows of the other build by now: what is sent again is about that one.
    if (refused !== null) setFailedIn(null)
    return refused
  }
  return (
    <li className={classes.row}>
      <p className={classes.title}>
        <span className={classes.number}>{request_id}</span> {e_title}
      </p>
      <p className={classes.state} data-standing={standing}>
        {in_release ? stateInWords(request) : `больше не проверяется; ${stateInWords(request)}`}
      </p>
      <Results results={results} saveFile={filesHere.saveFile} />
      {refusal && <Alert color="red" title={refusal} role="alert" mt="xs" />}
      {canReport && in_release && !isFailing && (
        <Group gap="xs" className={classes.actions}>
          {standing !== 'works' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              aria-label={`${trials.verdictNames.works}: ${e_title}`}
              onClick={() => void works()}
            >
              {trials.verdictNames.works}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`${trials.verdictNames.fails}: ${e_title}`}
            onClick={() => {
              setFailedIn(build)
              setFailing(true)
            }}
          >
            {trials.verdictNames.fails}
          </Button>
        </Group>
      )}
      {isFailing && (
        <Failure
          request_id={request_id}
          draft={`${draft}.${request_id}`}
          report={fails}
          Attach={filesHere.Attach}
          onDone={() => setFailing(false)}
        />
      )}
    </li>
  )
}
