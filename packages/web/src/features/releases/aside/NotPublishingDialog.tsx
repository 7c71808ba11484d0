import { decodeName } from '@vypusk/contract'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useDraftText } from '../../../components/kit/fields/useDraftText.ts'
import { ClientReason, Consequences } from '../../../components/shared/consequences/Consequences.tsx'
import { useConsequences } from '../../../components/shared/consequences/useConsequences.tsx'
import { useNotPublishing } from '../api.ts'

type Release = Pick<releases.ReleaseDetail, 'id' | 'notPublishingList'>

interface FormProps {
  release: Release
  company: releases.ReleaseCompany
  onClose: () => void
}

/** Puts the company on the list and offers to undo it, including the withdrawal of its agreement if there was one. */
function useListing({ id }: Release, { idcomp }: releases.ReleaseCompany) {
  const { mutateAsync, isPending } = useNotPublishing(id)
  const { beforeChange } = useConsequences()
  const list = async (reasons: { reason: string; client_reason: string }) => {
    const offerUndo = await beforeChange()
    await mutateAsync({ company_id: idcomp, ...reasons })
    if (await offerUndo()) return
    toast.undo('Компания в списке «не публиковать»', () => whenDone(mutateAsync({ company_id: idcomp, remove: true })))
  }
  return { list, isPending }
}

function ReasonForm({ release, company, onClose }: FormProps) {
  const { idcomp, namecomp } = company
  const own = useDraftText(`release.${release.id}.not-publishing.${idcomp}`)
  const clientText = useDraftText(`release.${release.id}.not-publishing.${idcomp}.client`)
  const { list, isPending } = useListing(release, company)
  const leave = () => (own.drop(), clientText.drop(), onClose())
  const save = () => whenDone(list({ reason: own.text, client_reason: clientText.text }), leave)
  const listed = { id: release.id, notPublishingList: [...release.notPublishingList, idcomp] }
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <Stack gap="md">
        <Text size="md">{decodeName(namecomp)} не получит писем и файлов этого релиза, и её согласования не ждут.</Text>
        <Consequences intent={{ change: 'releases_saved', releases: [listed] }} />
        <Textarea
          label="Причина для сотрудников"
          description="Останется в релизе и его истории, клиенты её не видят"
          data-autofocus
          maxLength={2000}
          value={own.text}
          readOnly={isPending}
          onChange={(event) => own.set(event.currentTarget.value)}
        />
        <ClientReason readOnly={isPending} value={clientText.text} onChange={clientText.set} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Отмена
          </Button>
          <Button type="submit" loading={isPending}>
            Не публиковать
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface NotPublishingDialogProps extends Omit<FormProps, 'company'> {
  /** Null while the dialog is closed. */
  company: releases.ReleaseCompany | null
}

/** Puts a company on the release's not-publishing list, with reasons for staff and for the client. */
export const NotPublishingDialog = ({ company, ...form }: NotPublishingDialogProps) => (
  <Modal opened={company !== null} onClose={form.onClose} title="Не публиковать для компании">
    {company && <ReasonForm company={company} {...form} />}
  </Modal>
)
