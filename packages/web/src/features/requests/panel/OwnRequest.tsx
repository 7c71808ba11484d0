import { Group, Stack, Textarea, TextInput } from '@mantine/core'
import { requests } from '@vypusk/contract'
import { useState } from 'react'
import { useUser } from '../../../api/account.ts'
import { ConflictAlert, type FieldNames } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useNavigateIfHere } from '../../../components/kit/link/useNavigateIfHere.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { SaveOrCancel } from '../../../components/kit/fields/SaveOrCancel.tsx'
import { REQUEST_SAVED } from '../../../components/shared/request-text/texts.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { useSaveRequest, useWithdrawRequest } from '../api.ts'
import { TITLE_LIMIT } from '../creating/NewRequestFields.tsx'
import { PriorityField, urgencies, UrgencyField } from '../creating/UrgencyFields.tsx'

/** The fields of a request; a `type`, because forms need an index signature. */
type OwnFields = Pick<requests.RequestDetail, 'e_title' | 'text' | 'urgency' | 'priority'>
type Current = OwnFields & { version: number }

const asItIs = (text: string) => text
const FIELDS: FieldNames<OwnFields> = {
  e_title: ['О чём заявка', asItIs],
  text: ['Подробно', asItIs],
  urgency: [requests.fieldTitles.urgency, (urgency) => urgencies.find(({ value }) => value === String(urgency))?.label],
  priority: [requests.fieldTitles.priority, (priority) => priority ?? 'не задан'],
}

interface OwnProps {
  request: requests.RequestDetail
}

function EditForm({ request, onLeave }: OwnProps & { onLeave: () => void }) {
  const save = useSaveRequest(request.id)
  const server = useEditForm<OwnFields, Current, unknown>({
    name: `request.${request.id}.own`,
    saved: request,
    valuesOf: ({ e_title, text, urgency, priority } = request) => ({ e_title, text, urgency, priority }),
    validate: { e_title: (title) => (title.trim() === '' ? 'Напишите, о чём заявка' : null) },
    save: (values, { version }) => save({ ...values, version: version ?? request.version }),
    onSaved: () => {
      toast.success(REQUEST_SAVED)
      onLeave()
    },
  })
  const { form, isSaving, formProps, dropDraft } = server
  const { urgency, priority } = form.values
  return (
    <form {...formProps} aria-label="Изменить заявку">
      <Stack gap="xs" mt="sm">
        <ConflictAlert form={server} what="заявку" fields={FIELDS} />
        <TextInput
          data-autofocus
          label="О чём заявка"
          required
          maxLength={TITLE_LIMIT}
          {...form.getInputProps('e_title')}
        />
        <Textarea
          label="Подробно"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={requests.MAX_TEXT}
          {...form.getInputProps('text')}
        />
        <UrgencyField value={urgency} onChange={(chosen) => form.setFieldValue('urgency', chosen)} />
        <PriorityField value={priority} onChange={(chosen) => form.setFieldValue('priority', chosen)} />
        <SaveOrCancel isSaving={isSaving} size="compact-sm" onCancel={() => (dropDraft(), onLeave())} />
      </Stack>
    </form>
  )
}

function Withdraw({ request: { id, abilities } }: OwnProps) {
  const navigateIfHere = useNavigateIfHere()
  const { mutateAsync, isPending } = useWithdrawRequest(id)
  const ask = async () => {
    const sure = await confirm({
      title: 'Отозвать заявку?',
      children: 'Она уйдёт из списков вместе с перепиской. Вернуть её сможет администратор поставщика.',
      action: 'Отозвать',
      dangerous: true,
    })
    if (!sure) return
    whenDone(mutateAsync(), () => {
      toast.success(`Заявка ${id} отозвана`)
      void navigateIfHere({ to: '.', search: (before) => ({ ...before, open: undefined }) })
    })
  }
  return (
    <AbleButton ability={abilities.withdraw} size="compact-sm" loading={isPending} onClick={() => void ask()}>
      Отозвать заявку
    </AbleButton>
  )
}

/** While nobody has begun working on it, the company, or the member of staff who wrote it, can edit or withdraw it. */
export function OwnRequest({ request }: OwnProps) {
  const [isEdited, setEdited] = useState(false)
  const { id, isRivc } = useUser()
  if (isRivc && request.author.id !== id) return null
  if (isEdited) return <EditForm request={request} onLeave={() => setEdited(false)} />
  return (
    <Group gap="xs" mt="sm">
      <AbleButton ability={request.abilities.edit} size="compact-sm" onClick={() => setEdited(true)}>
        Изменить
      </AbleButton>
      <Withdraw request={request} />
    </Group>
  )
}
