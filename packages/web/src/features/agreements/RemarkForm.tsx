import { Switch, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { useUpdateAgreement } from './api.ts'
import type { Detail } from './api.ts'
import { FieldForm } from './FieldForm.tsx'
import type { PartProps } from './FieldForm.tsx'

/** An open remark holds the publication up until somebody empties it. */
export const RemarkForm = ({ agreement, onDirty }: PartProps) => (
  <FieldForm<string>
    agreement={agreement}
    onDirty={onDirty}
    name="remark"
    title="Замечание"
    saved={agreement.remark}
    ability={agreement.abilities.remark}
    bodyOf={(remark) => ({ updateTarget: 0, remark })}
  >
    {({ value, set }, isDisabled) => (
      <Textarea
        aria-label="Замечание"
        description="Пока замечание не снято (поле не пусто), релиз не готов к публикации."
        autosize
        minRows={2}
        maxRows={12}
        maxLength={agreements.MAX_REMARK}
        disabled={isDisabled}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )}
  </FieldForm>
)

/** A flag is saved by the click itself. */
export function TestSwitch({ agreement }: { agreement: Detail }) {
  const { mutate, isPending, variables } = useUpdateAgreement(agreement)
  const wanted =
    isPending && variables.updateTarget === 1 ? variables.isPublishedOnTestEnv : agreement.isPublishedOnTestEnv
  return (
    <Switch
      mt="lg"
      label="Опубликовано на тестовом стенде"
      disabled={agreement.abilities.isPublishedOnTestEnv !== true}
      checked={wanted}
      onChange={(event) => mutate({ updateTarget: 1, isPublishedOnTestEnv: event.currentTarget.checked })}
    />
  )
}
