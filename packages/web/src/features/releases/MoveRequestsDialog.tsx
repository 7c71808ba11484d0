import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
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
  const { mutate, mutateAsync, isPending, error, reset } = useMoveRequests()
  const move = (to: releases.ReleaseRow) =>
    mutate(
      { from: release.id, to: to.id, requests: ids },
      {
        onSuccess: () => {
          // A promise, not a callback of the mutation: by then the dialog is closed.
          toast.undo(
            `${requestsCount(ids.length)} теперь в релизе ${to.title}`,
            () =>
              void mutateAsync({ from: to.id, to: release.id, requests: ids }).catch((refusal: unknown) =>
                toast.error(sentenceOf(refusal)),
              ),
          )
          onClose()
          onMoved()
        },
      },
    )
  return (
    <Stack gap="sm">
      <ReleaseChoice chosen={chosen?.id ?? null} except={release.id} onChoose={(next) => (reset(), setChosen(next))} />
      {error && <Alert color="red" title={sentenceOf(error)} role="alert" />}
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
