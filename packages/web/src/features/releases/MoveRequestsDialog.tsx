import { Button, Group, Modal, Stack } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../components/feedback/toast.tsx'
import { whenDone } from '../../components/feedback/when-done.ts'
import { ReleaseChoice } from '../../components/release-choice/ReleaseChoice.tsx'
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
      toast.undo(`${requestsCount(ids.length)} теперь в релизе ${to.title}`, () =>
        whenDone(mutateAsync({ from: to.id, to: release.id, requests: ids })),
      )
      onClose()
      onMoved()
    })
  return (
    <Stack gap="sm">
      <ReleaseChoice chosen={chosen?.id ?? null} except={release.id} onChoose={setChosen} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button disabled={!chosen} loading={isPending} onClick={() => chosen && move(chosen)}>
          Перенести
        </Button>
      </Group>
    </Stack>
  )
}

/** Moves requests of a release to another one. */
export const MoveRequestsDialog = ({ opened, ...form }: MoveRequestsDialogProps) => (
  <Modal opened={opened} onClose={form.onClose} title={`Перенести в другой релиз: ${requestsCount(form.ids.length)}`}>
    <MoveForm {...form} />
  </Modal>
)
