import { Checkbox, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { consequences } from '@vypusk/contract'
import { useCallback, useState } from 'react'
import { confirm } from '../../kit/feedback/dialogs.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { whenDone } from '../../kit/feedback/when-done.ts'
import { foreseenQuery, undoableActs, useUndoAct } from './api.ts'
import { ClientReason, ConsequenceList } from './Consequences.tsx'
import { isWithdrawing, undoMessage } from './texts.ts'

type Foreseen = consequences.Foreseen

interface ConsequencesAnswer {
  reason: string
  /** Agreements that the change would leave in force are withdrawn with it. */
  withOffered: boolean
}
const NO_ANSWER: ConsequencesAnswer = { reason: '', withOffered: false }

interface ConsequencesQuestionProps {
  all: readonly Foreseen[]
  onChange: (answer: ConsequencesAnswer) => void
}

/** Holds the answer and passes changes on. */
function ConsequencesQuestion({ all, onChange }: ConsequencesQuestionProps) {
  const [answer, setAnswer] = useState(NO_ANSWER)
  const update = (next: Partial<ConsequencesAnswer>) => {
    const now = { ...answer, ...next }
    setAnswer(now)
    onChange(now)
  }
  const hasOffered = all.some(({ kind }) => kind === 'offered')
  return (
    <Stack gap="md">
      <ConsequenceList all={all} withOffered={answer.withOffered} />
      {hasOffered && (
        <Checkbox
          label="Снять согласования"
          checked={answer.withOffered}
          onChange={() => update({ withOffered: !answer.withOffered })}
        />
      )}
      {(isWithdrawing(all) || answer.withOffered) && (
        <ClientReason value={answer.reason} onChange={(reason) => update({ reason })} />
      )}
    </Stack>
  )
}

interface Question {
  title: string
  /** The verb for the action. */
  action: string
  /** What else the person should know. The question is then asked even if there are no other consequences. */
  note?: string | undefined
}

/** The person's answer to the question. */
export interface Answer {
  /** The reason, in words that the companies read. */
  client_reason?: string
  /** The agreements to withdraw together with the change. */
  withdraw: number[]
  /** The agreements that the change itself withdraws, as the person has read. */
  withdrawn: number[]
}

const idsOf = (all: readonly Foreseen[], kind: Foreseen['kind']): number[] =>
  all.filter((one) => one.kind === kind).map(({ agreement_id }) => agreement_id)

/**
 * Asks the person about the expected consequences.
 * @returns null when the person cancelled
 */
async function askBy(all: readonly Foreseen[], { title, action, note }: Question): Promise<Answer | null> {
  let answer = NO_ANSWER
  const isWanted = await confirm({
    title,
    children: (
      <Stack gap="md">
        {note && <p>{note}</p>}
        {all.length > 0 && <ConsequencesQuestion all={all} onChange={(next) => (answer = next)} />}
      </Stack>
    ),
    action,
    dangerous: isWithdrawing(all),
  })
  if (!isWanted) return null
  const withdraw = answer.withOffered ? idsOf(all, 'offered') : []
  const client_reason = answer.reason.trim()
  return { withdraw, withdrawn: idsOf(all, 'withdrawn'), ...(client_reason && { client_reason }) }
}

/** The answer when a change has no consequences. */
export const NOTHING_TO_ASK: Answer = { withdraw: [], withdrawn: [] }

/** Offers to undo a change; `onUndone` is called once it has been undone. */
export type OfferUndo = (onUndone?: () => void) => Promise<boolean>

/** A little less than the time the letters are held back, in ms, because the server's clock decides. */
const UNDO_STAYS = 55_000

/** Shows the consequences of a change before it is made, and offers for a minute to undo it. */
export function useConsequences() {
  const client = useQueryClient()
  const undoing = useUndoAct()
  /** Does not ask when the change has no consequences, and there is nothing to note. */
  const ask = useCallback(
    async (intent: consequences.Intent, question: Question): Promise<Answer | null> => {
      const { consequences: all } = await client.query({ ...foreseenQuery(intent), staleTime: 0 })
      return all.length === 0 && !question.note ? NOTHING_TO_ASK : askBy(all, question)
    },
    [client],
  )
  /**
   * To be called before a change, because the person may have withdrawn something else within the last minute. If that
   * cannot be read, the change is made all the same, and nothing is offered to be undone.
   * @returns a function that reports what has been withdrawn since and offers to undo it; it returns false when nothing
   * was withdrawn, or it can no longer be undone or read
   */
  const beforeChange = async (): Promise<OfferUndo> => {
    const before = await undoableActs().catch(() => null)
    if (before === null) return async () => false
    const known = new Set(before.map(({ act_id }) => act_id))
    return async (onUndone = () => {}) => {
      const after = await undoableActs().catch(() => [])
      const acts = after.filter(({ act_id }) => !known.has(act_id))
      if (acts.length === 0) return false
      const undoAll = async () => {
        for (const { act_id } of acts) await undoing.mutateAsync(act_id)
      }
      const undo = () =>
        whenDone(undoAll(), () => {
          toast.success('Снятие отменено, письма не ушли')
          onUndone()
        })
      toast.undo(undoMessage(acts), undo, undefined, UNDO_STAYS)
      return true
    }
  }
  return { ask, beforeChange }
}
