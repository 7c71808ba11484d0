import { Button, Group, Modal, Stack } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { ReleaseChoice } from '../../components/shared/release-choice/ReleaseChoice.tsx'
import { useMoveRequests } from './api.ts'
import { requestsCount } from './texts.ts'

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
  const move = (to: releases.ReleaseRow) =>
    whenDone(mutateAsync({ from: release.id, to: to.id, requests: ids }), () => {
      toast.undo(`${requestsCount(ids.length)} теперь в релизе «${to.title}»`, () =>
        whenDone(mutateAsync({ from: to.id, to: release.id, requests: ids })),
      )
      onClose()
      onMoved()
    })
  const send = () => {
    if (chosen && !isPending) move(chosen)
  }
  return (
    <form {...formOf(send)}>
      <Stack gap="sm">
        <ReleaseChoice chosen={chosen?.id ?? null} except={release.id} onChoose={setChosen} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" disabled={!chosen} loading={isPending}>
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
