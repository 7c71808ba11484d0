import { Button, Group, Modal, Stack } from '@mantine/core'
import { inQuotes, type releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { formOf } from '../../../components/kit/fields/unread.ts'
import { useTakingBack } from '../../../components/shared/bringing/api.ts'
import { useBringing } from '../../../components/shared/bringing/useBringing.tsx'
import { broughtInWords, type Came } from '../../../components/shared/bringing/texts.ts'
import { useOpenRelease } from '../../../components/shared/bringing/useOpenRelease.ts'
import { ReleaseChoice } from '../../../components/shared/release-choice/ReleaseChoice.tsx'
import { useMoveRequests } from '../api.ts'
import { requestsCount } from '../texts.ts'

interface MoveRequestsDialogProps {
  release: Pick<releases.ReleaseDetail, 'id'>
  ids: number[]
  opened: boolean
  onClose: () => void
  onMoved: () => void
}

type FormProps = Omit<MoveRequestsDialogProps, 'opened'>

function MoveForm({ release, ids, onClose, onMoved }: FormProps) {
  const [chosen, setChosen] = useState<releases.ReleaseRow | null>(null)
  const { mutateAsync, isPending } = useMoveRequests()
  const takeBack = useTakingBack()
  const openRelease = useOpenRelease()
  const { ticked, along } = useBringing(chosen?.id ?? null, ids, { from: release.id })
  const move = (to: releases.ReleaseRow, bring: Came) =>
    whenDone(mutateAsync({ from: release.id, to: to.id, requests: ids, bring }), ({ brought }) => {
      toast.undo(
        `${broughtInWords(ids.length, brought)}: теперь в релизе ${inQuotes(to.title)}`,
        () => takeBack({ id: to.id, requests: ids, ...brought, release_id: release.id }),
        { label: 'Открыть релиз', open: () => openRelease(to.id) },
      )
      onClose()
      onMoved()
    })
  const send = () => {
    if (chosen && ticked && !isPending) move(chosen, ticked.bring)
  }
  return (
    <form {...formOf(send)}>
      <Stack gap="sm">
        <ReleaseChoice chosen={chosen?.id ?? null} except={release.id} onChoose={setChosen} />
        {along}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" disabled={!ticked} loading={isPending}>
            Перенести
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves requests of a release to another one. */
export const MoveRequestsDialog = ({ opened, ...form }: MoveRequestsDialogProps) => (
  <Modal opened={opened} onClose={form.onClose} title={`Перенести в другой релиз: ${requestsCount(form.ids.length)}`}>
    <MoveForm {...form} />
  </Modal>
)
