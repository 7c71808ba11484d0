import { Alert, Anchor, Button, Group, Stack, Textarea } from '@mantine/core'
import { trials } from '@vypusk/contract'
import { useState } from 'react'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraftText } from '../../kit/fields/useDraftText.ts'
import { saidBefore, saidInWords, standingInWords } from './texts.ts'
import classes from './Trials.module.css'

/** What is said of one request. */
export interface Telling {
  request_id: number
  verdict: trials.Verdict
  comment: string
}

/** Says it; the sentence of a refusal, or null once it is kept. */
export type Tell = (said: Telling) => Promise<string | null>

interface FailureProps {
  request_id: number
  draft: string
  tell: Tell
  onDone: () => void
}

/** What does not work has to be described: the provider mends it by these words. */
function Failure({ request_id, draft, tell, onDone }: FailureProps) {
  const { text, set, drop } = useDraftText(draft, '')
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async () => {
    if (isPending || text.trim() === '') return
    setPending(true)
    const refused = await tell({ request_id, verdict: 'fails', comment: text })
    setPending(false)
    setRefusal(refused)
    if (refused === null) {
      drop()
      onDone()
    }
  }
  return (
    <form className={classes.actions} {...formOf(() => void send())}>
      <Stack gap="xs">
        <Textarea
          label="Что не работает"
          description="Станет замечанием, которое держит публикацию"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={trials.MAX_COMMENT}
          data-autofocus
          autoFocus
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
        {refusal && <Alert color="red" title={refusal} role="alert" />}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isPending} disabled={text.trim() === ''}>
            Отправить
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => (drop(), onDone())}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Everything that was said of it, latest first. */
function Results({ results }: Pick<trials.Tried, 'results'>) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? results : results.slice(0, 1)
  return (
    <>
      {shown.map((result, place) => (
        <p key={result.id} className={classes.said}>
          {place === 0 ? saidInWords(result) : saidBefore(result)}
          {result.comment && <span className={classes.comment}>{result.comment}</span>}
        </p>
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
  /** A draft's name of its own. */
  draft: string
  canTell: boolean
  tell: Tell
}

/** One request: where it stands, and the two words for it. */
export function TrialRow({ request, draft, canTell, tell }: TrialRowProps) {
  const { request_id, e_title, standing, results, in_release } = request
  const [isFailing, setFailing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const works = async () => {
    setPending(true)
    setRefusal(await tell({ request_id, verdict: 'works', comment: '' }))
    setPending(false)
  }
  return (
    <li className={classes.row}>
      <p className={classes.title}>
        <span className={classes.number}>{request_id}</span> {e_title}
      </p>
      <p className={classes.standing} data-standing={standing}>
        {in_release ? standingInWords(request) : `вынута из релиза; ${standingInWords(request)}`}
      </p>
      <Results results={results} />
      {refusal && <Alert color="red" title={refusal} role="alert" mt="xs" />}
      {canTell && in_release && !isFailing && (
        <Group gap="xs" className={classes.actions}>
          {standing !== 'works' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              aria-label={`Проверено: ${e_title}`}
              onClick={() => void works()}
            >
              Проверено
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Не работает: ${e_title}`}
            onClick={() => setFailing(true)}
          >
            Не работает
          </Button>
        </Group>
      )}
      {isFailing && (
        <Failure
          request_id={request_id}
          draft={`${draft}.${request_id}`}
          tell={tell}
          onDone={() => setFailing(false)}
        />
      )}
    </li>
  )
}
