import { agreements, decodeName } from '@vypusk/contract'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarOff, IconTrash } from '@tabler/icons-react'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { formOf } from '../../components/kit/fields/unread.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { useUpdateAgreement } from './api.ts'
import type { Detail } from './api.ts'
import { refusalText } from './FieldForm.tsx'
import { useTakingBack } from './useTakingBack.ts'

interface OnBehalfProps {
  agreement: Detail
  opened: boolean
  onClose: () => void
}

/** The client said yes by other means: the history keeps how. */
function OnBehalfDialog({ agreement, opened, onClose }: OnBehalfProps) {
  const remark = useDraftText(`agreement.${agreement.id}.on-behalf`)
  const { mutate, isPending, error } = useUpdateAgreement(agreement)
  const canSave = remark.text.trim() !== '' && !isPending
  const leave = () => (remark.drop(), onClose())
  const save = () => {
    if (canSave) mutate({ updateTarget: 5, on_behalf: 'client', remark: remark.text }, { onSuccess: leave })
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Согласовано за ${decodeName(agreement.company.namecomp)}`}>
      <form {...formOf(save)}>
        <Stack gap="sm">
          <Textarea
            data-autofocus
            label="Как клиент согласовал дату"
            description="Останется в истории и уйдёт клиенту письмом."
            placeholder="Звонок Петровой А. И. 06.03"
            required
            autosize
            minRows={2}
            maxLength={agreements.MAX_REMARK}
            error={refusalText(error)}
            value={remark.text}
            onChange={(event) => remark.set(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Отмена
            </Button>
            <Button type="submit" disabled={remark.text.trim() === ''} loading={isPending}>
              Согласовано
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Sending the date, the client's word on behalf, and taking the agreement away. */
export function ApproveActions({ agreement }: { agreement: Detail }) {
  const [opened, dialog] = useDisclosure(false)
  const send = useUpdateAgreement(agreement)
  const taking = useTakingBack(agreement)
  const { abilities } = agreement
  return (
    <>
      <IconAction
        label={abilities.delete === true ? 'Удалить согласование' : abilities.delete}
        size={30}
        loading={taking.isPending}
        disabled={abilities.delete !== true}
        onClick={taking.remove}
      >
        <IconTrash size={17} />
      </IconAction>
      {abilities.withdraw === true && (
        <IconAction label="Снять согласование" size={30} loading={taking.isPending} onClick={taking.withdraw}>
          <IconCalendarOff size={17} />
        </IconAction>
      )}
      <AbleButton ability={abilities.approve_on_behalf} onClick={dialog.open}>
        Согласовано клиентом…
      </AbleButton>
      <AbleButton
        primary
        ability={abilities.approve}
        loading={send.isPending}
        onClick={() => send.mutate({ updateTarget: 5 }, { onError: (error) => toast.error(refusalText(error) ?? '') })}
      >
        Отправить клиенту
      </AbleButton>
      {opened && <OnBehalfDialog agreement={agreement} opened={opened} onClose={dialog.close} />}
    </>
  )
}
