import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { DayField } from '../../../components/kit/fields/DayField.tsx'
import { TimeField } from '../../../components/kit/fields/TimeField.tsx'
import { formOf } from '../../../components/kit/fields/unread.ts'
import { useDraftText } from '../../../components/kit/fields/useDraftText.ts'
import { DayWarnings } from '../../../components/shared/dates/DayWarnings.tsx'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { refusalText } from '../../../components/shared/agreement/refusal-text.ts'
import type { Item } from './api.ts'
import type { Mover } from './useMover.ts'

interface MoveDialogProps {
  mover: Mover
}

interface MoveFormProps extends MoveDialogProps {
  item: Item
  /** The day it was dropped on, or its current day. */
  day: string
}

const isApproved = ({ by_rivc, by_client }: Item): boolean => by_rivc || by_client

/** Shown in advance, because letters cannot be called back. */
const NO_WAY_BACK =
  'Согласование будет снято, и всем причастным сразу уйдёт письмо с причиной. Отменить перенос нельзя: можно только назначить дату ещё раз.'

/** Why it was not moved, and what the agreement is now when somebody else has changed it. */
const Refusal = ({ error, item }: { error: Error | null; item: Item }) =>
  error && (
    <Alert color="red" title={refusalText(error)} role="alert">
      {currentOf(error) !== undefined && (
        <>
          Сейчас: {momentInZones(item)}. <AgreementStatus status={agreements.shownStatus(item)} />
        </>
      )}
    </Alert>
  )

function MoveForm({ mover, item, day }: MoveFormProps) {
  // What the person has not chosen follows the agreement, which somebody else may change meanwhile.
  const [releaseDate = day, setDate] = useState<string | null>()
  const [releaseTime = item.releaseTime, setTime] = useState<string | null>()
  const { text: cancel_reason, set: setReason, drop } = useDraftText(`agreement.${item.id}.move`)
  const [against_reason, setAgainst] = useState('')
  const approved = isApproved(item)
  // When it was dropped on a day, the day has already been chosen.
  const isPhone = useIsPhone()
  const [wasDropped] = useState(day !== item.releaseDate)
  const nameOf = useFullNames()
  const isSame = releaseDate === item.releaseDate && releaseTime === item.releaseTime
  const canMove = releaseDate !== null && !isSame && (!approved || cancel_reason.trim() !== '')
  const move = () => {
    if (!canMove || mover.isPending) return
    const reason = approved ? cancel_reason : ''
    mover.move({ item, releaseDate, releaseTime, cancel_reason: reason, against_reason }, drop)
  }
  return (
    <form {...formOf(move)}>
      <Stack gap="md">
        <div>
          {item.details.title} · {nameOf(item.company)}
        </div>
        <Stack gap="sm">
          <Group gap="sm" align="start">
            <DayField
              label="Новая дата"
              w={160}
              data-autofocus={(!wasDropped && !isPhone) || undefined}
              value={releaseDate}
              onChange={setDate}
            />
            <TimeField clock={item.clock} value={releaseTime} onChange={setTime} />
          </Group>
          {!isSame && (
            <DayWarnings
              release_id={item.release_id}
              companies={[item.company_id]}
              day={releaseDate}
              time={releaseTime}
              onChoose={({ day: nearest, time }) => (setDate(nearest), setTime(time))}
              reason={against_reason}
              onReason={setAgainst}
            />
          )}
        </Stack>
        {approved && (
          <Textarea
            label="Причина переноса"
            description={NO_WAY_BACK}
            required
            data-autofocus={wasDropped || undefined}
            autosize
            minRows={2}
            maxLength={agreements.MAX_REMARK}
            value={cancel_reason}
            readOnly={mover.isPending}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Refusal error={mover.error} item={item} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => (drop(), mover.cancel())}>
            Отмена
          </Button>
          <Button type="submit" loading={mover.isPending} disabled={!canMove}>
            Перенести
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves an agreement to another day; requires a reason when somebody has approved the old one. */
export const MoveDialog = ({ mover }: MoveDialogProps) => (
  <Modal opened={mover.dialog !== null} onClose={mover.cancel} title="Перенести установку">
    {mover.dialog && (
      <MoveForm key={mover.dialog.item.id} mover={mover} item={mover.dialog.item} day={mover.dialog.day} />
    )}
  </Modal>
)
