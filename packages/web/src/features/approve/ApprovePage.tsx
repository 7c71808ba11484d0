import { Button, Loader } from '@mantine/core'
import type { approve, scopes } from '@vypusk/contract'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { scopeChangeIn } from '../../api/scopes.ts'
import { PlainPage } from '../../components/kit/feedback/PlainPage.tsx'
import { openOf } from '../../components/shared/threads/texts.ts'
import { paths } from '../../paths.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { askerIn, questionQuery, useAnswer } from './api.ts'
import { Answered } from './parts/Answered.tsx'
import { LinkedThreads } from './parts/LinkedThreads.tsx'
import { LinkedTrials } from './parts/LinkedTrials.tsx'
import { linkedThreadsQuery } from './linked.ts'
import { Question } from './Question.tsx'

/** A link that has ended says why, and what can be done instead: write to who asked, or sign in. */
function NoLink({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const asker = isApiError(error) ? askerIn(error) : null
  return (
    <PlainPage
      icon={<IconLinkOff size={40} color="var(--dim)" />}
      title="По этой ссылке нельзя ответить"
      actions={
        <>
          {asker?.email && (
            <Button component="a" href={`mailto:${asker.email}`}>
              Написать: {asker.name}
            </Button>
          )}
          <Button component="a" href={paths.login} variant="default">
            Войти в систему
          </Button>
          <Button variant="subtle" onClick={onRetry}>
            Проверить ещё раз
          </Button>
        </>
      }
    >
      {sentenceOf(error)}
    </PlainPage>
  )
}

/** Letters are opened on slow lines as well: the page says that something comes. */
const Loading = () => (
  <PlainPage icon={<Loader aria-hidden />} title="Согласование даты" actions={null}>
    <span role="status">Загружаем, что нужно согласовать…</span>
  </PlainPage>
)

/** The scope has changed while it was read: the next press agrees to what is shown now. */
const withChange = (question: approve.Question, change: scopes.ScopeDifference): approve.Question => ({
  ...question,
  scope_sha: change.scope_sha,
  scope_change: change,
})

/** What a letter's button opens: what is to be installed and when, and the ways to answer. Needs no session. */
export function ApprovePage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { act } = useSearch({ strict: false })
  const { data: loaded, error, refetch } = useQuery(questionQuery(token))
  const answer = useAnswer(token)
  useDocumentTitle('Согласование даты · Выпуск')

  const { data: remarks } = useQuery(linkedThreadsQuery(token))
  const [isRaising, raise] = useState(act === 'remark')
  const changed = scopeChangeIn(answer.error)
  const question = answer.data?.question ?? (loaded && changed ? withChange(loaded, changed) : loaded)
  if (!question) return error ? <NoLink error={error} onRetry={() => void refetch()} /> : <Loading />
  const raising = { isOpen: isRaising, turn: raise }
  return (
    <Question
      question={question}
      answered={<Answered token={token} question={question} />}
      tried={<LinkedTrials token={token} />}
      remarks={remarks && <LinkedThreads token={token} question={question} linked={remarks} raising={raising} />}
    >
      {!question.answered && (
        <AnswerForm
          token={token}
          act={act}
          question={question}
          answer={answer}
          open={openOf(remarks?.threads ?? [])}
          raise={() => raise(true)}
        />
      )}
    </Question>
  )
}
