import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCircleCheck, IconMessageCheck } from '@tabler/icons-react'
import type { approve } from '@vypusk/contract'
import { useEffect, useRef } from 'react'
import { agreedInWords, answeredInWords } from '../texts.ts'
import { paths } from '../../../paths.ts'
import classes from '../Approve.module.css'

interface AnsweredProps {
  token: string
  question: approve.Question
}

/**
 * The answer given by the link or by a colleague, with its author and date; then a calendar entry with the date, and
 * the release.
 */
export function Answered({ token, question }: AnsweredProps) {
  const { answered, agreed, release_id, has_account } = question
  const section = useRef<HTMLElement>(null)
  const isGiven = answered !== null
  const wasGiven = useRef(isGiven)
  // On a phone the buttons are at hand wherever one is reading; what came of the press is at the top.
  useEffect(() => {
    if (isGiven && !wasGiven.current) section.current?.scrollIntoView({ block: 'center' })
  }, [isGiven])
  if (!answered && !agreed) return null
  const Icon = agreed ? IconCircleCheck : IconMessageCheck
  const answer = answeredInWords(question)
  return (
    <section ref={section} className={classes.answered} data-agreed={agreed !== null || undefined} role="status">
      <h2 className={classes.outcome}>
        <Icon size={22} aria-hidden />
        {agreed ? agreedInWords(agreed) : answer.title}
      </h2>
      {answer.text && <p>{answer.text}</p>}
      <div className={classes.ways}>
        <Button
          component="a"
          href={`/api/approve/${token}/vypusk.ics`}
          variant="default"
          size="md"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Добавить в календарь
        </Button>
        {release_id !== null && has_account && (
          <Button
            component="a"
            href={paths.release.replace('$releaseID', String(release_id))}
            variant="default"
            size="md"
          >
            Открыть релиз
          </Button>
        )}
      </div>
    </section>
  )
}
