import { Alert, Button, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import type { approve } from '@vypusk/contract'
import { IconMessageCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { OfferForm } from '../../components/shared/offers/OfferForm.tsx'
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

interface RemarkFormProps extends Pick<AnswerFormProps, 'answer'> {
  /** What the draft is kept under. */
  name: string
  onSent: () => void
  onCancel: () => void
}

function RemarkForm({ name, answer, onSent, onCancel }: RemarkFormProps) {
  const { text, set, drop } = useDraftText(`remark.${name}`)
  const isEmpty = text.trim() === ''
  const send = () => {
    if (isEmpty || answer.isPending) return
    answer.mutate({ answer: 'remark', remark: text }, { onSuccess: () => (drop(), onSent()) })
  }
  return (
    <form className={classes.answers} {...formOf(send)}>
      <Textarea
        label="Что не подходит"
        description="Дата останется несогласованной, пока вам не ответят."
        size="md"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={agreements.MAX_REMARK}
        autoFocus
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth disabled={isEmpty} loading={answer.isPending}>
        Отправить замечание
      </Button>
      <Button variant="subtle" size="lg" fullWidth disabled={answer.isPending} onClick={() => (drop(), onCancel())}>
        Назад
      </Button>
    </form>
  )
}

/** A remark decides nothing: the link still answers. */
const RemarkSent = ({ asker }: { asker: string }) => (
  <section className={classes.answered} role="status">
    <h2 className={classes.said}>
      <IconMessageCheck size={22} aria-hidden />
      Замечание отправлено
    </h2>
    <p>{asker} прочитает его и ответит вам. Согласовать дату или предложить другую можно и сейчас.</p>
  </section>
)

export type Writing = 'remark' | 'offer'

interface ChoiceProps extends AnswerFormProps {
  onWrite: (what: Writing) => void
}

const Choice = ({ question, answer, onWrite }: ChoiceProps) => {
  const { can_agree, can_offer, can_remark, scope_sha } = question
  const wide = { size: 'lg', fullWidth: true } as const
  const besides = { variant: 'default', disabled: answer.isPending, className: classes.beside } as const
  return (
    <div className={classes.choice}>
      {can_agree === true && (
        <Button
          {...wide}
          loading={answer.isPending}
          onClick={() => answer.mutate({ answer: 'agree', ...(scope_sha ? { scope_sha } : {}) })}
        >
          Согласовать
        </Button>
      )}
      <div className={classes.besides}>
        {can_offer === true && (
          <Button {...besides} size="md" onClick={() => onWrite('offer')}>
            Другая дата
          </Button>
        )}
        {can_remark === true && (
          <Button {...besides} size="md" onClick={() => onWrite('remark')}>
            Есть замечание
          </Button>
        )}
      </div>
    </div>
  )
}

/** What the letter's button was about, where it still can be done. */
const begunBy = (act: string | undefined, { can_offer, can_remark }: approve.Question): Writing | null => {
  if (act === 'offer' && can_offer === true) return 'offer'
  return act === 'remark' && can_remark === true ? 'remark' : null
}

/** Agree, say what is wrong, or offer another date. Nothing is answered until a button is pressed. */
export function AnswerForm({
  token,
  act,
  question,
  answer,
}: AnswerFormProps & { token: string; act?: string | undefined }) {
  const [writing, setWriting] = useState<Writing | null>(() => begunBy(act, question))
  const [isSent, setSent] = useState(false)
  const { can_agree } = question
  const refusal = refusalOf(answer.error)
  const write = (what: Writing | null) => (answer.reset(), setWriting(what), setSent(false))
  // A link is a secret: no more of it is kept in the browser than tells two apart.
  const name = `letter.${token.slice(0, 8)}`
  return (
    <>
      {isSent && <RemarkSent asker={question.asker.name} />}
      {can_agree !== true && !question.agreed && <Alert color="gray" title={can_agree} role="status" />}
      {refusal && writing !== 'offer' && <Alert color="red" title={refusal} role="alert" />}
      {writing === null && <Choice question={question} answer={answer} onWrite={write} />}
      {writing === 'remark' && (
        <RemarkForm
          name={name}
          answer={answer}
          onSent={() => (setWriting(null), setSent(true))}
          onCancel={() => write(null)}
        />
      )}
      {writing === 'offer' && (
        <OfferForm
          name={name}
          size="lg"
          present={question}
          clock={question.clock}
          isPending={answer.isPending}
          error={answer.error}
          cancel="Назад"
          onCancel={() => write(null)}
          onSubmit={(proposal, sent) => answer.mutate({ answer: 'offer', ...proposal }, { onSuccess: sent })}
        />
      )}
    </>
  )
}
