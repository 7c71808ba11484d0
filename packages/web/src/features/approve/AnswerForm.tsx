import { Alert, Button } from '@mantine/core'
import type { approve, threads } from '@vypusk/contract'
import { useState } from 'react'
import { OfferForm } from '../../components/shared/offers/OfferForm.tsx'
import { AgreeButton } from '../../components/shared/threads/AgreeButton.tsx'
import { AgreeNoted } from '../../components/shared/threads/AgreeNoted.tsx'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import { linkedDates, type useAnswer } from './api.ts'
import classes from './Approve.module.css'

interface AnswerFormProps {
  question: approve.Question
  answer: ReturnType<typeof useAnswer>
  /** The remarks that stay open after agreeing. Undefined until it is known; nobody agrees or writes another before. */
  open: threads.OpenRemarks | undefined
  /** Begins a remark, which is written in the list of remarks. */
  raise: () => void
}

type Writing = 'noted' | 'offer'

interface ChoiceProps extends AnswerFormProps {
  onWrite: (what: Writing) => void
  onAgree: () => void
}

const Choice = ({ question, answer, open, raise, onWrite, onAgree }: ChoiceProps) => {
  const { can_agree, can_offer, can_remark } = question
  const quiet = { variant: 'default', size: 'md', disabled: answer.isPending } as const
  const small = { ...quiet, className: classes.moreWay }
  return (
    <div className={classes.choice}>
      {can_agree === true && open && (
        <AgreeButton size="lg" open={open} isPending={answer.isPending} onClick={onAgree}>
          Согласовать
        </AgreeButton>
      )}
      {can_agree === true && open && (
        <Button {...quiet} fullWidth onClick={() => onWrite('noted')}>
          Согласовать с замечанием
        </Button>
      )}
      <div className={classes.moreWays}>
        {can_offer === true && (
          <Button {...small} onClick={() => onWrite('offer')}>
            Другая дата
          </Button>
        )}
        {can_remark === true && open && (
          <Button {...small} onClick={raise}>
            Есть замечание
          </Button>
        )}
      </div>
    </div>
  )
}

/** Agree, raise a remark, or offer another date. Nothing is answered until a button is pressed. */
export function AnswerForm({ token, act, ...rest }: AnswerFormProps & { token: string; act?: string | undefined }) {
  const { question, answer } = rest
  const { can_agree, can_offer, scope_sha } = question
  const [writing, setWriting] = useState<Writing | null>(act === 'offer' && can_offer === true ? 'offer' : null)
  const refusal = answer.error && refusalText(answer.error)
  const write = (what: Writing | null) => (answer.reset(), setWriting(what))
  const scope = scope_sha ? { scope_sha } : {}
  // A link is a secret: only as much of it is stored in the browser as distinguishes it from others.
  const name = `letter.${token.slice(0, 8)}`
  return (
    <>
      {can_agree !== true && !question.agreed && <Alert color="gray" title={can_agree} role="status" />}
      {refusal && writing === null && <Alert color="red" title={refusal} role="alert" />}
      {writing === null && (
        <Choice {...rest} onWrite={write} onAgree={() => answer.mutate({ answer: 'agree', ...scope })} />
      )}
      {writing === 'noted' && (
        <AgreeNoted
          name={`${name}.noted`}
          size="lg"
          isPending={answer.isPending}
          error={answer.error}
          onAgree={(remark) => answer.mutateAsync({ answer: 'agree', remark, ...scope })}
          onDone={() => write(null)}
        />
      )}
      {writing === 'offer' && (
        <OfferForm
          name={name}
          size="lg"
          dates={linkedDates(token)}
          present={question}
          clock={question.clock}
          isPending={answer.isPending}
          error={answer.error}
          cancel="Назад"
          onCancel={() => write(null)}
          onSubmit={(proposal) => answer.mutateAsync({ answer: 'offer', ...proposal })}
        />
      )}
    </>
  )
}
