import { Alert, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { inQuotes, type releases } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'
import { useIsShown } from '../../components/kit/feedback/useIsShown.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { useDraftState } from '../../components/kit/fields/useDraftState.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { useTakingBack } from '../../components/shared/bringing/api.ts'
import { useBringing } from '../../components/shared/bringing/useBringing.tsx'
import { broughtInWords } from '../../components/shared/bringing/texts.ts'
import { useOpenRelease } from '../../components/shared/bringing/useOpenRelease.ts'
import { useRemoveRelease } from '../../components/shared/release/api.ts'
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

const EMPTY: NewRelease = { title: '', plan_date: null }

interface NewReleaseFieldsProps {
  value: NewRelease
  readOnly: boolean
  onChange: (next: NewRelease) => void
}

const NewReleaseFields = ({ value, readOnly, onChange }: NewReleaseFieldsProps) => (
  <>
    <TextInput
      label="Название"
      size="sm"
      required
      maxLength={LONGEST_TITLE}
      readOnly={readOnly}
      value={value.title}
      onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
    />
    <DayField
      label="План"
      size="sm"
      required
      readOnly={readOnly}
      value={value.plan_date}
      onChange={(plan_date) => onChange({ ...value, plan_date })}
    />
  </>
)

/** The release that the requests are added to; null until it is chosen. */
function useTarget() {
  const [kind, setKind] = useState('existing')
  const [chosen, setChosen] = useState<releases.ReleaseRow | null>(null)
  const { values: made, change: changeMade, drop: dropMade } = useDraftState('request.into-new-release', EMPTY)
  const setMade = (next: NewRelease) => changeMade(() => next)
  const title = made.title.trim()
  const fresh = title && made.plan_date ? { title, plan_date: made.plan_date } : null
  const target: IntoRelease['release'] | null = kind === 'existing' ? chosen : fresh
  return { kind, setKind, chosen, setChosen, made, setMade, dropMade, target }
}

type Ticked = ReturnType<typeof useBringing>['ticked']
type Added = Awaited<ReturnType<ReturnType<typeof useAddToRelease>['mutateAsync']>>

/** All marked requests except refused ones and closed ones that are left out. */
const restOf = (ids: number[], ticked: Ticked, notTaken: NotTaken | null) =>
  ids.filter((id) => !ticked?.left.includes(id) && !notTaken?.ids.includes(id))

/** Reports what was added where, and can undo all of it. */
function useNotice() {
  const takeBack = useTakingBack()
  const removing = useRemoveRelease()
  const openRelease = useOpenRelease()
  return (title: string, requests: number[], { id, isMade, brought }: Added) =>
    toast.undo(
      `${broughtInWords(requests.length, brought)} в релизе ${inQuotes(title)}`,
      () => (isMade ? whenDone(removing.mutateAsync({ id })) : takeBack({ id, requests, ...brought })),
      { label: 'Открыть релиз', open: () => openRelease(id) },
    )
}

interface AddToReleaseDialogProps {
  ids: number[]
  onClose: () => void
  onAdded: () => void
}

/** The chosen release, what comes with the marked requests, and adding them. */
function useAddition({ ids, onClose, onAdded }: AddToReleaseDialogProps) {
  const goal = useTarget()
  const { mutateAsync, isPending, error, reset } = useAddToRelease()
  const isShown = useIsShown()
  const notTaken = notTakenOf(error)
  const { ticked, along } = useBringing(goal.kind === 'existing' ? (goal.chosen?.id ?? null) : 0, ids)
  const rest = restOf(ids, ticked, notTaken)
  const notify = useNotice()

  const add = () => {
    const { target } = goal
    if (!target || !ticked || isPending) return
    const onDone = (added: Added) => {
      notify(target.title, rest, added)
      if (added.isMade) goal.dropMade()
      if (!isShown()) return
      onAdded()
      onClose()
    }
    // The dialog shows a refusal itself, unless it has been closed meanwhile.
    const onRefused = (refusal: unknown) => void (isShown() || notifyRefusal(refusal))
    void mutateAsync({ release: target, ids: rest, bring: ticked.bring }).then(onDone, onRefused)
  }
  const isAble = Boolean(goal.target && ticked && rest.length > 0)
  return { ...goal, along, add, reset, isAble, isPending, error, notTaken, rest }
}

/**
 * Adds marked requests to an existing or a new release; refused ones are listed, and the others can be added without
 * them.
 */
export function AddToReleaseDialog(input: AddToReleaseDialogProps) {
  const { kind, setKind, chosen, setChosen, made, setMade, dropMade, ...addition } = useAddition(input)
  const { along, reset, isPending, error, notTaken, rest } = addition
  const action = notTaken && rest.length > 0 ? `Добавить остальные: ${rest.length}` : 'Добавить'
  return (
    <Modal opened onClose={input.onClose} title={`Добавить в релиз: ${requestsCount(input.ids.length)}`}>
      <form {...formOf(addition.add)}>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Какой релиз"
            data={KINDS}
            readOnly={isPending}
            value={kind}
            onChange={(next) => (reset(), setKind(next))}
          />
          {kind === 'existing' ? (
            <ReleaseChoice
              chosen={chosen?.id ?? null}
              readOnly={isPending}
              onChoose={(next) => (reset(), setChosen(next))}
            />
          ) : (
            <NewReleaseFields value={made} readOnly={isPending} onChange={setMade} />
          )}
          {along}
          {notTaken && <Refused notTaken={notTaken} />}
          {error && !notTaken && <Alert color="red" title={sentenceOf(error)} role="alert" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => (dropMade(), input.onClose())}>
              Отмена
            </Button>
            <Button type="submit" disabled={!addition.isAble} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
