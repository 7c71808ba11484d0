import type { approve, linkedThreads } from '@vypusk/contract'
import { useMemo } from 'react'
import { useEarlier } from '../../../components/shared/threads/earlier.ts'
import { ThreadsPlace } from '../../../components/shared/threads/place.ts'
import { openInWords, openOf } from '../../../components/shared/threads/texts.ts'
import { Threads, type Raising } from '../../../components/shared/threads/Threads.tsx'
import classes from '../Approve.module.css'
import { linkedFile, linkedThreadsQuery, useLinkedActs } from '../linked.ts'
import { attachBy } from './LinkAttach.tsx'

interface LinkedThreadsProps {
  token: string
  question: approve.Question
  linked: linkedThreads.Linked
  /** Fetches the remarks again. */
  refetch: () => Promise<unknown>
  raising: Raising
}

/** The remarks of both sides by the letter's link, which can still read and write after it has been used to decide. */
export function LinkedThreads({ token, question, linked, refetch, raising }: LinkedThreadsProps) {
  const acts = useLinkedActs(token)
  const earlier = useEarlier(linkedThreadsQuery(token), refetch)
  const Attach = useMemo(() => attachBy(token), [token])
  const { threads, can_write } = linked
  const canRaise = can_write === true ? question.can_remark : can_write
  // Before the answer, the button is among the other answers.
  const isOffered = question.answered !== null
  if (threads.length === 0 && !raising.isOpen && !isOffered) return null
  const saveFile = (id: number) => location.assign(linkedFile(token, id))
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks" className={classes.subtitle}>
        Замечания{threads.length > 0 && `: ${openInWords(openOf(threads))}`}
      </h2>
      {/* A link is a secret: only as much of it is stored in the browser as distinguishes it from others. */}
      <ThreadsPlace value={{ name: `letter.${token.slice(0, 8)}`, isRivc: false, acts, Attach, saveFile, earlier }}>
        <Threads all={threads} canRaise={canRaise} raising={raising} isOffered={isOffered} />
      </ThreadsPlace>
    </section>
  )
}
