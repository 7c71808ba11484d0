import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCircleCheck, IconLinkOff, IconMessageCheck } from '@tabler/icons-react'
import type { approve } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import { PlainPage } from '../../components/kit/feedback/PlainPage.tsx'
import { paths } from '../../paths.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { questionQuery, useAnswer } from './api.ts'
import type { Answer } from './api.ts'
import { Question } from './Question.tsx'
import { whenInWords } from './texts.ts'

const SIZE = 40

const NoLink = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <PlainPage
    icon={<IconLinkOff size={SIZE} color="var(--dim)" />}
    title="По этой ссылке нельзя ответить"
    actions={
      <>
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

/** What has been answered, and what follows from it. */
function saidOf({ author, ...question }: approve.Question, answer: Answer['answer']) {
  if (answer === 'agree') {
    return {
      icon: <IconCircleCheck size={SIZE} color="var(--green)" />,
      title: 'Дата согласована',
      text: `Установка ${whenInWords(question, question.clock)}. ${author} узнает об этом из письма.`,
    }
  }
  const icon = <IconMessageCheck size={SIZE} color="var(--blue)" />
  return answer === 'remark'
    ? { icon, title: 'Замечание отправлено', text: `${author} прочитает его и ответит вам. Дата пока не согласована.` }
    : { icon, title: 'Дата предложена', text: `${author} примет её или ответит вам. Придёт письмо с новой кнопкой.` }
}

const Answered = ({ question, answer }: { question: approve.Question; answer: Answer['answer'] }) => {
  const { icon, title, text } = saidOf(question, answer)
  return (
    <PlainPage icon={icon} title={title} actions={null}>
      {text}
    </PlainPage>
  )
}

/** What a letter's button opens: what is to be installed and when, and the ways to answer. Needs no session. */
export function ApprovePage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { data: question, error, refetch } = useQuery(questionQuery(token))
  const answer = useAnswer(token)
  useDocumentTitle('Согласование даты · Выпуск')

  if (answer.isSuccess && question) return <Answered question={question} answer={answer.variables.answer} />
  if (!question) return error ? <NoLink error={error} onRetry={() => void refetch()} /> : null
  return (
    <Question question={question}>
      <AnswerForm token={token} question={question} answer={answer} />
    </Question>
  )
}
