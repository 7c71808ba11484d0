import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { useFormRefusal } from '../../components/kit/feedback/useFormRefusal.ts'
import { useIsShown } from '../../components/kit/feedback/useIsShown.ts'
import { leadToFirst } from '../../components/kit/fields/refused-fields.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { readDuration } from '../../ui/duration.ts'
import { requestsCount } from './texts.ts'

interface HoursDialogProps {
  ids: number[]
  onClose: () => void
  /**
   * @param planned_time in minutes; null removes the hours
   * @returns whether any were saved
   */
  onSave: (planned_time: number | null) => Promise<boolean>
}

/** What is typed, and sending it: the dialog stays open with it until it is saved. */
function useHours({ ids, onClose, onSave }: HoursDialogProps) {
  const { text, set, drop } = useDraftText(`request.hours.${ids.join('.')}`)
  const [isPending, setPending] = useState(false)
  const [refusal, showRefusal] = useFormRefusal()
  const isShown = useIsShown()
  const read = readDuration(text)
  const save = async (form: HTMLFormElement) => {
    if (read.fault !== null) leadToFirst(form)
    if (read.fault !== null || isPending) return
    setPending(true)
    try {
      const isSaved = await onSave(read.minutes)
      showRefusal(null)
      if (isSaved) drop()
      if (isSaved && isShown()) onClose()
    } catch (error) {
      showRefusal(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }
  return { text, set, fault: read.fault, save, isPending, refusal, leave: () => (drop(), onClose()) }
}

/** Sets the same hours for all requests; an empty field removes them. */
export function HoursDialog(props: HoursDialogProps) {
  const { ids, onClose } = props
  const { text, set, fault, save, isPending, refusal, leave } = useHours(props)
  const [one] = ids
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={ids.length === 1 ? `Часы заявки ${one}` : `Часы: ${requestsCount(ids.length)}`}
    >
      <form {...formOf((form) => void save(form))}>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={ids.length === 1 ? 'Часы' : 'Часы каждой заявки'}
            placeholder="ЧЧ:ММ"
            value={text}
            readOnly={isPending}
            error={fault}
            onChange={(event) => set(event.currentTarget.value)}
          />
          {refusal && <Alert color="red" title={refusal} role="alert" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Отмена
            </Button>
            <Button type="submit" loading={isPending}>
              {text.trim() === '' ? 'Убрать часы' : 'Сохранить'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
