import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formOf } from '../../components/kit/fields/unread.ts'
import { readDuration } from '../../ui/duration.ts'
import { requestsCount } from './texts.ts'

interface HoursDialogProps {
  ids: number[]
  onClose: () => void
  /** @param planned_time in minutes; null removes the hours */
  onSave: (planned_time: number | null) => void
}

/** Sets the same hours for all requests; an empty field removes them. */
export function HoursDialog({ ids, onClose, onSave }: HoursDialogProps) {
  const [typed, setTyped] = useState('')
  const read = readDuration(typed)
  const [one] = ids
  const save = () => {
    if (read.fault !== null) return
    onClose()
    onSave(read.minutes)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={ids.length === 1 ? `Часы заявки ${one}` : `Часы: ${requestsCount(ids.length)}`}
    >
      <form {...formOf(save)}>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={ids.length === 1 ? 'Часы' : 'Часы каждой заявки'}
            placeholder="ЧЧ:ММ"
            value={typed}
            error={read.fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button type="submit">{typed.trim() === '' ? 'Убрать часы' : 'Сохранить'}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
