import { Button, Group, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'
import { showNotice, withMail } from '../../components/kit/feedback/notices.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useOneAtATime } from '../../components/kit/feedback/useOneAtATime.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { checkedQuery, useTakingBack } from '../../components/shared/bringing/api.ts'
import { ALL_TICKED, tickedOf, type Unticked } from '../../components/shared/bringing/texts.ts'
import { Consequences } from '../../components/shared/consequences/Consequences.tsx'
import { formatHours } from '../../ui/duration.ts'
import { countOf } from '../../ui/plural.ts'
import { useSavePlan, type Counted } from './api.ts'
import { ChangeItem, GoneItem } from './ChangeItem.tsx'
import { changesDates, formerDates, notFreeOf, outdated, type Change } from './changes.ts'
import classes from './ChangesPanel.module.css'
import { SaveVariant } from './SaveVariant.tsx'
import { Side } from './Side.tsx'
import { changesCount, overloadTotal } from './texts.ts'
import type { Plan } from './usePlan.ts'

interface ChangesPanelProps {
  plan: Plan
  /** The releases in progress; none while they are being fetched. */
  rows: readonly planning.PlanningRelease[]
  /** The releases have been fetched, so that one that is missing is no longer in progress. */
  isKnown: boolean
  counted: Counted
}

/** What comes with the requests of each change, without what was unticked; exactly as it was shown. */
function useBrought(plan: Plan) {
  const client = useQueryClient()
  const [unticked, setUnticked] = useState<Record<number, Unticked>>({})
  const withRequests = plan.changes.filter(({ requests }) => requests.length > 0)
  const bringing = () =>
    Promise.all(
      withRequests.map(async ({ release_id, requests }) => {
        const checked = await client.query({ ...checkedQuery(release_id, requests), staleTime: 'static' })
        return { release_id, bring: tickedOf(checked, unticked[release_id] ?? ALL_TICKED).bring }
      }),
    )
  const untick = (release_id: number) => (next: Unticked) => setUnticked((all) => ({ ...all, [release_id]: next }))
  return { unticked, untick, bringing }
}

/**
 * Saves all changes at once, or reports why nothing was saved. The save can be undone unless companies were notified of
 * moved dates.
 */
function useSaving(plan: Plan, rows: ChangesPanelProps['rows'], bringing: ReturnType<typeof useBrought>['bringing']) {
  /** The changes that were refused for want of a reason, and the server's sentence. */
  const [refused, setRefused] = useState<{ changes: Plan['changes']; sentence: string } | null>(null)
  const { mutateAsync } = useSavePlan()
  const takeBack = useTakingBack()
  const notify = ({ mail, brought }: Awaited<ReturnType<typeof mutateAsync>>) => {
    const { changes } = plan
    const undo = async () => {
      const former = formerDates(changes, rows, brought)
      const again = former.length > 0 ? (await mutateAsync({ changes: former })).brought : []
      for (const { release_id: id, ...added } of brought) {
        const requests = changes.find(({ release_id }) => release_id === id)?.requests ?? []
        const version = again.find(({ release_id }) => release_id === id)?.version ?? added.version
        if (requests.length > 0) await takeBack({ id, ...added, version, requests })
      }
    }
    // The companies have been notified about installation dates that were moved along.
    const notifies = changes.some(({ shift_agreements }) => shift_agreements)
    if (mail === 'failed' || notifies) showNotice(withMail('Изменения сохранены', mail))
    else toast.undo('Изменения сохранены', () => whenDone(undo()))
  }
  const { run: save, isPending } = useOneAtATime(
    async () => {
      const saved = await mutateAsync({
        changes: plan.changes,
        reason: plan.reason,
        variant_id: plan.variant?.id ?? null,
        bring: await bringing(),
      })
      notify(saved)
      plan.end(plan, saved.brought)
    },
    (refusal) => {
      const [sentence] = (isApiError(refusal) && refusal.errors['reason']) || []
      if (sentence) setRefused({ changes: plan.changes, sentence })
      notifyRefusal(refusal)
    },
  )
  const asked = refused?.changes === plan.changes ? refused.sentence : null
  return { asked, save, isPending }
}

const Overload = ({ load }: { load: planning.Load }) => {
  const { weeks, minutes } = overloadTotal(load)
  return (
    <p className={classes.total} data-over={weeks > 0 || undefined}>
      {weeks === 0
        ? 'Перегрузки нет'
        : `▲ Перегрузка: ${countOf(weeks, ['неделя', 'недели', 'недель'])} человека, ${formatHours(minutes)}`}
    </p>
  )
}

/** Who reads the reason, and where it is recorded. */
const reasonNote = (isNeeded: boolean, isAgainst: boolean): string =>
  [
    isNeeded && 'Её увидят клиенты: дату они уже согласовали или ждут',
    isAgainst && 'Останется у даты, которая стоит вопреки правилам компании',
  ]
    .filter(Boolean)
    .join('. ')

interface ReasonProps {
  moved: planning.Effect['moved']
  /** The server's sentence when it refused to save without a reason. */
  asked: string | null
  reason: string
  onChange: (reason: string) => void
}

/** Whether the changes cannot be saved without a reason. */
const needsReason = ({ moved, asked }: Pick<ReasonProps, 'moved' | 'asked'>) =>
  asked !== null || moved.some(({ is_approval_lost }) => is_approval_lost)

/** Why dates move; shown where somebody reads it. */
function Reason({ moved, asked, reason, onChange }: ReasonProps) {
  const isNeeded = needsReason({ moved, asked })
  const isAgainst = moved.some(({ is_against }) => is_against)
  if (!isNeeded && !isAgainst) return null
  return (
    <Textarea
      label={isNeeded ? 'Причина переноса' : 'Почему вопреки правилам'}
      description={reasonNote(isNeeded, isAgainst)}
      error={!reason.trim() && asked}
      required={isNeeded}
      maxLength={2000}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Effect = Parameters<typeof notFreeOf>[1]

/** Whether all changes fit to what the releases and requests are now. */
const areSettled = (changes: Change[], rows: Parameters<typeof outdated>[1], effectOf: (change: Change) => Effect) =>
  outdated(changes, rows).length === 0 && changes.every((change) => notFreeOf(change, effectOf(change)).length === 0)

/** All unsaved changes with their effects; they are saved together or discarded together. */
export function ChangesPanel({ plan, rows, isKnown, counted }: ChangesPanelProps) {
  const { unticked, untick, bringing } = useBrought(plan)
  const { asked, save, isPending } = useSaving(plan, rows, bringing)
  const { data, error, isPlaceholderData, refetch } = counted
  const effectOf = ({ release_id }: Change) => data?.effects.find((each) => each.release_id === release_id)
  const shifted = (data?.effects ?? []).flatMap(({ moved }) => moved)
  // Agreements that move along with their release are among the effects.
  const moved = plan.changes
    .filter((change) => changesDates(change, rows) && !change.shift_agreements)
    .map(({ release_id: id, plan_date }) => ({ id, plan_date }))
  const isSettled = areSettled(plan.changes, rows, effectOf)
  // Nobody saves what they have not seen: the effects of these very changes.
  const isSeen = data !== undefined && !isPlaceholderData && !error
  const isReasoned = plan.reason.trim() !== '' || !needsReason({ moved: shifted, asked })
  const maySave = isSettled && isSeen && isReasoned
  const drop = async () => {
    const question = { title: 'Бросить изменения?', children: 'Сроки останутся как были.', action: 'Бросить все' }
    if (await confirm({ ...question, dangerous: true })) plan.dropAll()
  }
  return (
    <Side label="Что если" heading={plan.variant ? `Вариант «${plan.variant.name}»` : 'Что если'}>
      <p className={classes.total}>{changesCount(plan.changes.length)}, ничего не сохранено</p>
      {data && <Overload load={data.load} />}
      {error && <ErrorState title="Последствия не посчитаны" error={error} onRetry={() => void refetch()} />}
      <ul className={classes.items}>
        {plan.changes.map((change) => {
          const row = rows.find(({ id }) => id === change.release_id)
          if (!row) return isKnown && <GoneItem key={change.release_id} change={change} plan={plan} />
          return (
            <ChangeItem
              key={change.release_id}
              change={change}
              row={row}
              effect={effectOf(change)}
              plan={plan}
              unticked={unticked[row.id]}
              onUntick={untick(row.id)}
            />
          )
        })}
      </ul>
      {moved.length > 0 && <Consequences intent={{ change: 'releases_saved', releases: moved }} />}
      <Reason moved={shifted} asked={asked} reason={plan.reason} onChange={plan.setReason} />
      <Group gap={8} className={classes.actions}>
        <Button loading={isPending} disabled={!maySave} onClick={() => save()}>
          Сохранить все
        </Button>
        <SaveVariant plan={plan} />
        <Button variant="default" onClick={() => void drop()}>
          Бросить все
        </Button>
      </Group>
    </Side>
  )
}
