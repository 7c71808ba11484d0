import { Alert, Button, Group, Stack } from '@mantine/core'
import type { agreements, BodyInput } from '@vypusk/contract'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { BothValues } from '../../components/kit/conflict/BothValues.tsx'
import { conflictTitle } from '../../components/kit/conflict/title.ts'
import { whenSaved } from '../../components/kit/feedback/when-done.ts'
import { formOf } from '../../components/kit/fields/unread.ts'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import { recordedInWords } from '../../components/shared/history/History.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSaveTarget } from './api.ts'
import type { Detail } from './api.ts'
import { useEditedField } from './useEditedField.ts'
import type { EditedField } from './useEditedField.ts'

interface ConflictProps<Value> {
  title: string
  field: EditedField<Value>
  words: (value: Value) => string
}

/** Shows both values and lets the person choose one. */
function Conflict<Value>({ title, field, words }: ConflictProps<Value>) {
  if (field.theirs === undefined) return null
  const choice = { isTheirs: undefined, takeMine: field.keepMine, takeTheirs: field.takeTheirs }
  return (
    <Alert color="yellow" title={conflictTitle('согласование')} role="alert">
      <BothValues fields={[{ title, mine: words(field.value), theirs: words(field.theirs), choice }]} />
    </Alert>
  )
}

export interface PartProps {
  agreement: Detail
  /** Reports to the page whether leaving would lose changes. */
  onDirty: (name: string, isDirty: boolean) => void
}

interface FieldFormProps<Value> extends PartProps {
  name: string
  title: string
  /** The field's value in the agreement. */
  valueOf: (agreement: Detail) => Value
  /** True, or why it may not be changed. */
  ability: true | string
  /** The body of the save, or the sentence explaining why it cannot be saved. */
  bodyOf: (value: Value) => BodyInput<typeof agreements.update> | string
  words?: (value: Value) => string
  children: (field: EditedField<Value>, isDisabled: boolean) => ReactNode
}

/** A part of an agreement with its own «Сохранить», which appears when there is something to save. */
export function FieldForm<Value>(props: FieldFormProps<Value>) {
  const { agreement, name, valueOf, ability, bodyOf, onDirty } = props
  const savedIn = (from: Detail) => ({ value: valueOf(from), version: from.version })
  const field = useEditedField(`agreement.${agreement.id}.${name}`, savedIn(agreement))
  const { mutateAsync, isPending, error, reset } = useSaveTarget(agreement)
  const { isDirty } = field
  useEffect(() => {
    onDirty(name, isDirty)
    return () => onDirty(name, false)
  }, [name, isDirty, onDirty])

  const body = bodyOf(field.value)
  const canSave = isDirty && field.theirs === undefined && typeof body !== 'string'
  const formProps = formOf(() => {
    if (!canSave || isPending) return
    whenSaved(mutateAsync(body), (reply) => field.settle(field.value, savedIn(reply.agreement)))
  })
  const refusal = error && refusalText(error)
  return (
    <Section level={2} title={props.title}>
      <form {...formProps} aria-label={props.title}>
        <Stack gap="xs">
          {props.children(field, ability !== true)}
          <Conflict title={props.title} field={field} words={props.words ?? recordedInWords} />
          {refusal && <Alert color="red" title={refusal} role="alert" />}
          {isDirty && (
            <Group gap="xs">
              <Button type="submit" loading={isPending} disabled={!canSave}>
                Сохранить
              </Button>
              <Button variant="default" onClick={() => (field.reset(), reset())}>
                Отменить
              </Button>
              {typeof body === 'string' && <span>{body}</span>}
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  )
}
