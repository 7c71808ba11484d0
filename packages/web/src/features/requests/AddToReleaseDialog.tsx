import { Alert, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { formOf } from '../../components/kit/fields/unread.ts'
import { ReleaseChoice } from '../../components/shared/release-choice/ReleaseChoice.tsx'
import { useAddToRelease } from './api.ts'
import type { IntoRelease } from './api.ts'
import { notTakenOf } from './refusals.ts'
import type { NotTaken } from './refusals.ts'
import { requestsCount } from './texts.ts'

const LONGEST_TITLE = 250
const KINDS = [
  { value: 'existing', label: 'Существующий' },
  { value: 'new', label: 'Новый' },
]

const Refused = ({ notTaken }: { notTaken: NotTaken }) => (
  <Alert color="red" title={notTaken.reason} role="alert">
    {notTaken.ids.join(', ')}
  </Alert>
)

interface NewRelease {
  title: string
  plan_date: string | null
}

interface NewReleaseFieldsProps {
  value: NewRelease
  onChange: (next: NewRelease) => void
}

const NewReleaseFields = ({ value, onChange }: NewReleaseFieldsProps) => (
  <>
    <TextInput
      label="Название"
      size="sm"
      required
      maxLength={LONGEST_TITLE}
      value={value.title}
      onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
    />
    <DayField
      label="План"
      size="sm"
      required
      value={value.plan_date}
      onChange={(plan_date) => onChange({ ...value, plan_date })}
    />
  </>
)

/** Where the requests go; null until it is said. */
function useTarget() {
  const [kind, setKind] = useState('existing')
  const [chosen, setChosen] = useState<releases.ReleaseRow | null>(null)
  const [made, setMade] = useState<NewRelease>({ title: '', plan_date: null })
  const title = made.title.trim()
  const fresh = title && made.plan_date ? { title, plan_date: made.plan_date } : null
  const target: IntoRelease['release'] | null = kind === 'existing' ? chosen : fresh
  const clear = () => (setChosen(null), setMade({ title: '', plan_date: null }))
  return { kind, setKind, chosen, setChosen, made, setMade, target, clear }
}

interface AddToReleaseDialogProps {
  ids: number[]
  opened: boolean
  onClose: () => void
  onAdded: () => void
}

/** Puts marked requests into a release, existing or new; the refused ones are named and the rest can go without them. */
export function AddToReleaseDialog({ ids, opened, onClose, onAdded }: AddToReleaseDialogProps) {
  const { kind, setKind, chosen, setChosen, made, setMade, target, clear } = useTarget()
  const { mutate, isPending, error, reset } = useAddToRelease()
  const notTaken = notTakenOf(error)
  const rest = notTaken ? ids.filter((id) => !notTaken.ids.includes(id)) : ids

  const close = () => {
    reset()
    clear()
    onClose()
  }
  const add = () => {
    if (!target || isPending) return
    const done = () => {
      toast.success(`${requestsCount(rest.length)} в релизе «${target.title}»`)
      onAdded()
      close()
    }
    mutate({ release: target, ids: rest }, { onSuccess: done })
  }
  const action = notTaken && rest.length > 0 ? `Добавить остальные: ${rest.length}` : 'Добавить'
  return (
    <Modal opened={opened} onClose={close} title={`Добавить в релиз: ${requestsCount(ids.length)}`}>
      <form {...formOf(add)}>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Какой релиз"
            data={KINDS}
            value={kind}
            onChange={(next) => (reset(), setKind(next))}
          />
          {kind === 'existing' ? (
            <ReleaseChoice chosen={chosen?.id ?? null} onChoose={(next) => (reset(), setChosen(next))} />
          ) : (
            <NewReleaseFields value={made} onChange={setMade} />
          )}
          {notTaken && <Refused notTaken={notTaken} />}
          {error && !notTaken && <Alert color="red" title={sentenceOf(error)} role="alert" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Отмена
            </Button>
            <Button type="submit" disabled={!target || rest.length === 0} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
