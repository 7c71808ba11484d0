import type { approve } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { Objections } from '../../components/shared/dates/Objections.tsx'
import { Scope } from '../../components/shared/scope/Scope.tsx'
import { ScopeDifference } from '../../components/shared/scope/ScopeDifference.tsx'
import classes from './Approve.module.css'
import { Asker } from './parts/Asker.tsx'
import { Waiting } from './parts/Waiting.tsx'
import { longMomentInZones } from '../../components/shared/dates/moments.ts'
import { answerByInWords, companyInWords, questionInWords, termsInWords } from './texts.ts'

interface QuestionProps {
  question: approve.Question
  /** The answer already given, above everything else. */
  answered: ReactNode
  /** What can be tried on the test environment. */
  tried: ReactNode
  /** The remarks of both sides. */
  remarks: ReactNode
  /** The answer buttons; they stay visible on a phone. */
  children: ReactNode
}

/** What the company agrees to together with the date. */
const Contents = ({ question: { scope, agreed, scope_change } }: Pick<QuestionProps, 'question'>) =>
  scope && (
    <Scope scope={scope} isAgreed={agreed !== null && !scope_change}>
      {({ title, content }) => (
        <section aria-label={title}>
          <h2 className={classes.subtitle}>{title}</h2>
          {content}
        </section>
      )}
    </Scope>
  )

/** What is to be agreed, in one column that fits a phone; its parts are in `parts`. */
export const Question = ({ question, answered, tried, remarks, children }: QuestionProps) => (
  <div className={classes.page}>
    <main className={classes.column}>
      <p className={classes.company}>{companyInWords(question.namecomp)}</p>
      <h1 className={classes.title}>{questionInWords(question)}</h1>
      {answered}
      <div className={classes.card}>
        <p className={classes.when}>{longMomentInZones(question)}</p>
        {question.answer_by && <p className={classes.note}>{answerByInWords(question.answer_by)}</p>}
        <p className={classes.note}>
          {question.isPublishedOnTestEnv
            ? 'Релиз опубликован на тестовом стенде.'
            : 'На тестовом стенде релиз ещё не опубликован.'}
        </p>
      </div>
      <Objections title="Обратите внимание на дату" objections={question.objections} />
      <Waiting {...question} />
      {question.scope_change && <ScopeDifference title="Что изменилось в составе" change={question.scope_change} />}
      <Contents question={question} />
      {tried}
      {remarks}
      {children}
      <div>
        <Asker {...question.asker} />
        <p className={classes.terms}>{termsInWords(question)}</p>
      </div>
    </main>
  </div>
)
