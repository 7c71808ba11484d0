import { Button, Group, Textarea } from '@mantine/core'
import type { planning } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { formatHours } from '../../ui/duration.ts'
import { countOf } from '../../ui/plural.ts'
import { useSavePlan } from './api.ts'
import { ChangeItem } from './ChangeItem.tsx'
import { outdated } from './changes.ts'
import classes from './ChangesPanel.module.css'
import { SaveVariant } from './SaveVariant.tsx'
import { Side } from './Side.tsx'
import { changesCount, overloadTotal } from './texts.ts'
import type { Plan } from './usePlan.ts'

interface ChangesPanelProps {
  plan: Plan
  rows: readonly planning.PlanningRelease[]
  counted: { load: planning.Load; effects: planning.Effect[] } | undefined
}

/** Saves everything at once, or says why nothing was saved. */
function useSaving(plan: Plan) {
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useSavePlan()
  const save = () =>
    mutate(
      { changes: plan.changes, reason, variant_id: plan.variant?.id ?? null },
      {
        onSuccess: ({ mail }) => {
          plan.dropAll()
          setReason('')
          if (mail === 'failed') toast.mailError('Изменения сохранены. Ошибка рассылки писем')
          else toast.success('Изменения сохранены')
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  return { reason, setReason, save, isPending }
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

/** Everything that is tried and not saved, with what it does; saved together or dropped together. */
export function ChangesPanel({ plan, rows, counted }: ChangesPanelProps) {
  const { reason, setReason, save, isPending } = useSaving(plan)
  const lost = (counted?.effects ?? []).flatMap(({ moved }) => moved).filter((each) => each.is_approval_lost).length
  const unsettled = outdated(plan.changes, rows).length
  const drop = async () => {
    const question = { title: 'Бросить изменения?', children: 'Сроки останутся как были.', action: 'Бросить все' }
    if (await confirm({ ...question, dangerous: true })) plan.dropAll()
  }
  return (
    <Side label="Что если" heading={plan.variant ? `Вариант «${plan.variant.name}»` : 'Что если'}>
      <p className={classes.total}>{changesCount(plan.changes.length)}, ничего не сохранено</p>
      {counted && <Overload load={counted.load} />}
      <ul className={classes.items}>
        {plan.changes.map((change) => {
          const row = rows.find(({ id }) => id === change.release_id)
          const effect = counted?.effects.find(({ release_id }) => release_id === change.release_id)
          return row && <ChangeItem key={change.release_id} change={change} row={row} effect={effect} plan={plan} />
        })}
      </ul>
      {lost > 0 && (
        <Textarea
          label="Причина переноса"
          description="Её увидят клиенты: дату они уже согласовали или ждут"
          required
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group gap={8} mt="md">
        <Button loading={isPending} disabled={unsettled > 0 || (lost > 0 && !reason.trim())} onClick={save}>
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
