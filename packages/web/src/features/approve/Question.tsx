import { Anchor } from '@mantine/core'
import type { approve } from '@vypusk/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { RichText } from '../../ui/RichText.tsx'
import classes from './Approve.module.css'
import { allRequests, companyInWords, questionInWords, termsInWords, whenInWords } from './texts.ts'

/** So many say what the release is about; the rest are a tap away. */
const FIRST = 3

function Requests({ requests }: Pick<approve.Question, 'requests'>) {
  const [isOpen, setOpen] = useState(false)
  if (requests.length === 0) return null
  const shown = isOpen ? requests : requests.slice(0, FIRST)
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={classes.subtitle}>
        Что изменится у вас
      </h2>
      <ul className={classes.requests}>
        {shown.map(({ id, e_title }) => (
          <li key={id}>{e_title}</li>
        ))}
      </ul>
      {shown.length < requests.length && (
        <Anchor component="button" type="button" className={classes.more} onClick={() => setOpen(true)}>
          {allRequests(requests.length)}
        </Anchor>
      )}
    </section>
  )
}

const Description = ({ description }: Pick<approve.Question, 'description'>) =>
  description.trim() === '' ? null : (
    <details className={classes.description}>
      <summary>Описание релиза</summary>
      <RichText html={description} />
    </details>
  )

interface QuestionProps {
  question: approve.Question
  children: ReactNode
}

/** What is being agreed, on one column that a phone shows whole. */
export const Question = ({ question, children }: QuestionProps) => (
  <div className={classes.page}>
    <main className={classes.column}>
      <p className={classes.company}>{companyInWords(question.namecomp)}</p>
      <h1 className={classes.title}>{questionInWords(question.title)}</h1>
      <div className={classes.card}>
        <p className={classes.when}>{whenInWords(question, question.clock)}</p>
        <p className={classes.note}>
          {question.isPublishedOnTestEnv
            ? 'Релиз опубликован на тестовом стенде.'
            : 'На тестовом стенде релиз ещё не опубликован.'}
        </p>
      </div>
      {question.remark && (
        <div className={classes.remark}>
          <strong>Есть замечание</strong>
          <p>{question.remark}</p>
        </div>
      )}
      {question.offer && (
        <div className={classes.remark}>
          <strong>Ваша компания предложила другую дату</strong>
          <p>{whenInWords(question.offer, question.clock)}. Поставщик ещё не ответил.</p>
        </div>
      )}
      <Requests requests={question.requests} />
      <Description description={question.description} />
      {children}
      <p className={classes.terms}>{termsInWords(question)}</p>
    </main>
  </div>
)
