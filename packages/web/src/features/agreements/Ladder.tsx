import { Button, Group } from '@mantine/core'
import type { reminders, ReplyOf } from '@vypusk/contract'
import { useState } from 'react'
import { useSending } from '../../components/shared/sending/useSending.tsx'
import { nextInWords } from '../../components/shared/reminders/texts.ts'
import { ReasonDialog } from '../../components/kit/fields/ReasonDialog.tsx'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { formatMoment } from '../../ui/dates.ts'
import quiet from '../../ui/quiet.module.css'
import { useHurryReminder, usePauseReminders } from './api.ts'

type LadderState = ReplyOf<typeof reminders.list>

const MOST_REASON = 2000

const nextOf = ({ planned }: LadderState) => planned.find(({ has_addressee }) => has_addressee)

/** The next step of the schedule and its time by both clocks, or why it is paused. */
function Next({ ladder }: { ladder: LadderState }) {
  const { pause, paused, company_zone } = ladder
  const next = nextOf(ladder)
  if (pause) {
    return (
      <p className={quiet.dim}>
        Приостановлено: {pause.reason} ({pause.user.name}, {formatMoment(pause.at)}).
      </p>
    )
  }
  if (paused) return <p className={quiet.dim}>Сами не напоминаем. {paused}.</p>
  return <p>{next ? `${nextInWords(next, company_zone)}.` : 'По расписанию напомнили всем.'}</p>
}

/**
 * The reminders of an agreement that waits for its client: the next step, which can be sent ahead of time, and pausing
 * and resuming.
 */
export function Ladder({ id, ladder }: { id: number; ladder: LadderState }) {
  const [isOpen, setOpen] = useState(false)
  const pausing = usePauseReminders(id)
  const hurrying = useHurryReminder(id)
  const { run, isPending } = useSending()
  const { abilities, pause } = ladder
  const next = nextOf(ladder)
  return (
    <>
      <Next ladder={ladder} />
      <Group gap="xs">
        {pause ? (
          <Button size="compact-sm" loading={pausing.isPending} onClick={() => pausing.mutate(null)}>
            Возобновить
          </Button>
        ) : (
          <>
            <AbleButton
              size="compact-sm"
              ability={abilities.hurry}
              loading={hurrying.isPending}
              onClick={() => next && hurrying.mutate(next.stage)}
            >
              Отправить сейчас
            </AbleButton>
            <AbleButton size="compact-sm" ability={abilities.pause} onClick={() => setOpen(true)}>
              Приостановить…
            </AbleButton>
          </>
        )}
        {next?.stage !== 'recipients' && (
          <AbleButton
            size="compact-sm"
            ability={abilities.remind}
            loading={isPending}
            onClick={() => run('remind', [id])}
          >
            Напомнить получателям
          </AbleButton>
        )}
      </Group>
      {isOpen && (
        <ReasonDialog
          title="Приостановить напоминания"
          description="Увидят сотрудники здесь и в истории. Клиенту причина не видна."
          placeholder="Договорились по телефону, ответят после отпуска"
          maxLength={MOST_REASON}
          action="Приостановить"
          draft={`agreement.${id}.pause`}
          isPending={pausing.isPending}
          onClose={() => setOpen(false)}
          onSave={pausing.mutateAsync}
        />
      )}
    </>
  )
}
