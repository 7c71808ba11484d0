import { Alert, Button, Group, Modal, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { releases } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { formatDay } from '../../ui/dates.ts'
import classes from './AddToReleaseDialog.module.css'
import { releaseChoiceQuery, useAddToRelease } from './api.ts'
import { notTakenOf } from './refusals.ts'
import type { NotTaken } from './refusals.ts'
import { requestsCount } from './texts.ts'

interface ReleaseChoiceProps {
  chosen: number | null
  onChoose: (release: releases.ReleaseRow) => void
}

const TYPING = 250

const ReleaseChoice = ({ chosen, onChoose }: ReleaseChoiceProps) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const { data, error } = useQuery(releaseChoiceQuery(search))
  return (
    <>
      <TextInput
        data-autofocus
        label="Релиз"
        placeholder="Название или номер"
        value={typed}
        error={error && sentenceOf(error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.list} role="radiogroup" aria-label="Релизы">
        {data?.data.map((release) => (
          <UnstyledButton
            key={release.id}
            role="radio"
            aria-checked={release.id === chosen}
            className={classes.release}
            onClick={() => onChoose(release)}
          >
            <span className={classes.title}>{release.title}</span>
            <span className={classes.note}>
              {release.step.name_step} · план {formatDay(release.plan_date)}
            </span>
          </UnstyledButton>
        ))}
        {data?.data.length === 0 && <p className={classes.note}>Такого релиза нет.</p>}
      </div>
    </>
  )
}

const Refused = ({ notTaken }: { notTaken: NotTaken }) => (
  <Alert color="red" title={notTaken.reason} role="alert">
    {notTaken.ids.join(', ')}
  </Alert>
)

interface AddToReleaseDialogProps {
  ids: number[]
  opened: boolean
  onClose: () => void
  onAdded: () => void
}

/** Puts marked requests into a release; the refused ones are named and the rest can go without them. */
export function AddToReleaseDialog({ ids, opened, onClose, onAdded }: AddToReleaseDialogProps) {
  const [release, setRelease] = useState<releases.ReleaseRow | null>(null)
  const { mutate, isPending, error, reset } = useAddToRelease()
  const notTaken = notTakenOf(error)
  const rest = notTaken ? ids.filter((id) => !notTaken.ids.includes(id)) : ids

  const close = () => {
    reset()
    setRelease(null)
    onClose()
  }
  const add = () => {
    if (!release) return
    const done = () => {
      toast.success(`${requestsCount(rest.length)} в релизе «${release.title}»`)
      onAdded()
      close()
    }
    mutate({ release: release.id, ids: rest }, { onSuccess: done })
  }
  const action = notTaken ? `Добавить остальные: ${rest.length}` : 'Добавить'
  return (
    <Modal opened={opened} onClose={close} title={`Добавить в релиз: ${requestsCount(ids.length)}`}>
      <Stack gap="sm">
        <ReleaseChoice chosen={release?.id ?? null} onChoose={(next) => (reset(), setRelease(next))} />
        {notTaken && <Refused notTaken={notTaken} />}
        {error && !notTaken && <Alert color="red" title={sentenceOf(error)} role="alert" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Отмена
          </Button>
          <Button disabled={!release || rest.length === 0} loading={isPending} onClick={add}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
