import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { letterTemplates, ReplyOf } from '@vypusk/contract'
import { useState } from 'react'
import { LetterFrame } from '../../../components/shared/letters/LetterFrame.tsx'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { isUnanswered } from '../../../api/changes.ts'
import { previewQuery } from './api.ts'
import type { Words } from './api.ts'
import classes from './letters.module.css'

/** What is wrong with the draft, from the server's errors for its fields. */
const faultsIn = (error: Error): string => {
  const faults = isApiError(error) ? Object.values(error.errors).flat() : []
  return faults.length > 0 ? faults.join('. ') : sentenceOf(error)
}

/**
 * The draft's letter with sample data, as mail programs show it; while the draft has an error, the last valid letter
 * stays.
 */
export function LetterPreview({ id, words }: { id: number; words: Words }) {
  const { data, error } = useQuery(previewQuery(id, words))
  const [shown, setShown] = useState<ReplyOf<typeof letterTemplates.preview> | null>(null)
  if (data && data !== shown) setShown(data)
  return (
    <section className={classes.preview} aria-label="Как выглядит письмо">
      {error && (
        <Alert
          color="yellow"
          title={isUnanswered(error) ? 'Письмо не показано' : 'Письмо с таким текстом не получится'}
        >
          {faultsIn(error)}
        </Alert>
      )}
      {!shown && !error && <Skeleton height={480} role="status" aria-label="Письмо готовится" />}
      {shown && (
        <>
          <p className={classes.subject}>{shown.subject}</p>
          <LetterFrame className={classes.html} html={shown.html} title="Письмо" />
          <h3 className={classes.caption}>Для почты без оформления</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
          <pre className={classes.plain} tabIndex={0} role="region" aria-label="Письмо без оформления">
            {shown.text}
          </pre>
        </>
      )}
    </section>
  )
}
