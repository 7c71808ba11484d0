import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconCircleCheck, IconLinkOff, IconMessageCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import { PlainPage } from '../../components/feedback/PlainPage.tsx'
import { paths } from '../../paths.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { questionQuery, useAnswer } from './api.ts'
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

/** What a letter's button opens: what is to be installed and when, and two answers. Needs no session. */
export function ApprovePage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { data: question, error, refetch } = useQuery(questionQuery(token))
  const answer = useAnswer(token)
  useDocumentTitle('Согласование даты · Выпуск')

  if (answer.isSuccess && question) {
    const isAgreed = answer.variables.answer === 'agree'
    return (
      <PlainPage
        icon={
          isAgreed ? (
            <IconCircleCheck size={SIZE} color="var(--green)" />
          ) : (
            <IconMessageCheck size={SIZE} color="var(--blue)" />
          )
        }
        title={isAgreed ? 'Дата согласована' : 'Замечание отправлено'}
        actions={null}
      >
        {isAgreed
          ? `Установка ${whenInWords(question)}. ${question.author} узнает об этом из письма.`
          : `${question.author} прочитает его и ответит вам. Дата пока не согласована.`}
      </PlainPage>
    )
  }
  if (!question) return error ? <NoLink error={error} onRetry={() => void refetch()} /> : null
  return (
    <Question question={question}>
      <AnswerForm question={question} answer={answer} />
    </Question>
  )
}
