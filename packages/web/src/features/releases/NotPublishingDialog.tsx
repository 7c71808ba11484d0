import { decodeName } from '@vypusk/contract'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useDraftText } from '../../components/kit/fields/useDraftText.ts'
import { useNotPublishing } from './api.ts'

interface FormProps {
  release_id: number
  company: releases.ReleaseCompany
  onClose: () => void
}

function ReasonForm({ release_id, company: { idcomp, namecomp }, onClose }: FormProps) {
  const { text: reason, set, drop } = useDraftText(`release.${release_id}.not-publishing.${idcomp}`)
  const { mutateAsync, isPending } = useNotPublishing(release_id)
  const leave = () => (drop(), onClose())
  const save = () =>
    whenDone(mutateAsync({ company_id: idcomp, reason }), () => {
      toast.undo('Компания в списке «не публиковать»', () =>
        whenDone(mutateAsync({ company_id: idcomp, remove: true })),
      )
      leave()
    })
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <Stack gap="md">
        <Text size="md">{decodeName(namecomp)} не получит писем и файлов этого релиза, и её согласования не ждут.</Text>
        <Textarea
          label="Причина"
          description="Останется в релизе и его истории, клиенты её не видят"
          data-autofocus
          maxLength={2000}
          value={reason}
          onChange={(event) => set(event.currentTarget.value)}
        />
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

/** Puts a company on the release's not-publishing list, with a word about why. */
export const NotPublishingDialog = ({ company, ...form }: NotPublishingDialogProps) => (
  <Modal opened={company !== null} onClose={form.onClose} title="Не публиковать для компании">
    {company && <ReasonForm company={company} {...form} />}
  </Modal>
)
