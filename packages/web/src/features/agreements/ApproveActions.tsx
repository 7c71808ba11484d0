import { agreements } from '@vypusk/contract'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarOff, IconTrash } from '@tabler/icons-react'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { ReasonDialog } from '../../components/kit/fields/ReasonDialog.tsx'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { useSaveTarget } from './api.ts'
import type { Detail } from './api.ts'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import { useTakingBack } from './useTakingBack.ts'

interface OnBehalfProps {
  agreement: Detail
  onClose: () => void
}

/** Records that the client agreed by other means; the history shows how. */
function OnBehalfDialog({ agreement, onClose }: OnBehalfProps) {
  const { mutateAsync, isPending, error } = useSaveTarget(agreement)
  const nameOf = useFullNames()
  return (
    <ReasonDialog
      title={`Согласовано за ${nameOf(agreement.company)}`}
      label="Как клиент согласовал дату"
      description="Останется в истории и уйдёт клиенту письмом."
      placeholder="Звонок Петровой А. И. 06.03"
      maxLength={agreements.MAX_REMARK}
      action="Согласовано"
      draft={`agreement.${agreement.id}.on-behalf`}
      isPending={isPending}
      error={error && refusalText(error)}
      onClose={onClose}
      onSave={(remark) => mutateAsync({ updateTarget: 5, on_behalf: 'client', remark })}
    />
  )
}

/** Buttons for sending the date, agreeing on behalf of the client, and deleting or withdrawing the agreement. */
export function ApproveActions({ agreement }: { agreement: Detail }) {
  const [opened, dialog] = useDisclosure(false)
  const send = useSaveTarget(agreement)
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
        onClick={() => send.mutate({ updateTarget: 5 }, { onError: (error) => toast.error(refusalText(error), error) })}
      >
        Отправить клиенту
      </AbleButton>
      {opened && <OnBehalfDialog agreement={agreement} onClose={dialog.close} />}
    </>
  )
}
