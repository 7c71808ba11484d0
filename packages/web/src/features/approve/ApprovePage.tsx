import { Button, Loader } from '@mantine/core'
import type { approve, scopes, threads } from '@vypusk/contract'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { scopeChangeIn } from '../../api/scopes.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
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

/**
 * Shown for a link that has expired: why, and what to do instead, which is writing to the person who asked, or signing
 * in.
 */
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

/** Letters are opened on slow connections too, so the page shows that it is loading. */
const Loading = () => (
  <PlainPage icon={<Loader aria-hidden />} title="Согласование даты" actions={null}>
    <span role="status">Загружаем, что нужно согласовать…</span>
  </PlainPage>
)

/** The scope has changed while it was being read: the next press agrees to what is shown now. */
const withChange = (question: approve.Question, change: scopes.ScopeDifference): approve.Question => ({
  ...question,
  scope_sha: change.scope_sha,
  scope_change: change,
})

/** While staff have to answer a remark first, no answer is awaited: the remark may have been written on this page. */
const withTurn = (question: approve.Question, open: threads.OpenRemarks | undefined): approve.Question =>
  open && open.unanswered > 0 ? { ...question, answer_by: null } : question

/**
 * The page opened by a letter's button: what is to be installed and when, and the possible answers. Needs no session.
 */
export function ApprovePage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { act } = useSearch({ strict: false })
  const { data: loaded, error, refetch } = useQuery(questionQuery(token))
  const remarks = useQuery(linkedThreadsQuery(token))
  const answer = useAnswer(token, refetch, remarks.refetch)
  useDocumentTitle('Согласование даты · Выпуск')

  const [asked, setAsked] = useState(act === 'remark' ? 1 : 0)
  const turn = (isOpen: boolean) => setAsked((before) => (isOpen ? before + 1 : 0))
  const changed = scopeChangeIn(answer.error)
  const question = loaded && changed ? withChange(loaded, changed) : loaded
  if (!question) return error ? <NoLink error={error} onRetry={() => void refetch()} /> : <Loading />
  const open = remarks.data && openOf(remarks.data.threads)
  const raising = { isOpen: asked > 0, asked, turn }
  return (
    <Question
      question={withTurn(question, open)}
      answered={<Answered token={token} question={question} />}
      tried={<LinkedTrials token={token} />}
      remarks={
        <Loaded result={remarks} failed="Замечания не загрузились" loading={null}>
          {(linked) => (
            <LinkedThreads
              token={token}
              question={question}
              linked={linked}
              refetch={remarks.refetch}
              raising={raising}
            />
          )}
        </Loaded>
      }
    >
      {!question.answered && (
        <AnswerForm token={token} act={act} question={question} answer={answer} open={open} raise={() => turn(true)} />
      )}
    </Question>
  )
}
