import { Alert, Button, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import type { approve } from '@vypusk/contract'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import type { useAnswer } from './api.ts'
import classes from './Approve.module.css'

interface AnswerFormProps {
  question: approve.Question
  answer: ReturnType<typeof useAnswer>
}

/** What the server says of the field, or of the whole answer. */
const refusalOf = (error: Error | null): string | null => {
  if (!error) return null
  return (isApiError(error) ? error.errors['remark']?.[0] : undefined) ?? sentenceOf(error)
}

function RemarkForm({ answer, onCancel }: Pick<AnswerFormProps, 'answer'> & { onCancel: () => void }) {
  const [remark, setRemark] = useState('')
  const isEmpty = remark.trim() === ''
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isEmpty) answer.mutate({ answer: 'remark', remark })
  }
  return (
    <form className={classes.answers} onSubmit={send}>
      <Textarea
        label="Что не подходит"
        description="Дата останется несогласованной, пока вам не ответят."
        size="md"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={agreements.MAX_REMARK}
        autoFocus
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth disabled={isEmpty} loading={answer.isPending}>
        Отправить замечание
      </Button>
      <Button variant="subtle" size="lg" fullWidth disabled={answer.isPending} onClick={onCancel}>
        Назад
      </Button>
    </form>
  )
}

/** Agree, or say what is wrong. Nothing is answered until a button is pressed. */
export function AnswerForm({ question: { can_agree }, answer }: AnswerFormProps) {
  const [isRemarking, setRemarking] = useState(false)
  const refusal = refusalOf(answer.error)
  return (
    <>
      {can_agree !== true && <Alert color="gray" title={can_agree} role="status" />}
      {refusal && <Alert color="red" title={refusal} role="alert" />}
      {isRemarking ? (
        <RemarkForm answer={answer} onCancel={() => setRemarking(false)} />
      ) : (
        <div className={classes.answers}>
          {can_agree === true && (
            <Button size="lg" fullWidth loading={answer.isPending} onClick={() => answer.mutate({ answer: 'agree' })}>
              Согласовать
            </Button>
          )}
          <Button
            variant="default"
            size="lg"
            fullWidth
            disabled={answer.isPending}
            onClick={() => {
              answer.reset()
              setRemarking(true)
            }}
          >
            Есть замечание
          </Button>
        </div>
      )}
    </>
  )
}
