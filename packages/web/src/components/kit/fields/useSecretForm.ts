import { useForm } from '@mantine/form'
import type { FormRulesRecord } from '@mantine/form'
import { isApiError } from '../../../api/api-error.ts'
import { notifyRefusal, showRefusal } from '../feedback/refused.ts'
import { useIsShown } from '../feedback/useIsShown.ts'
import { leadToFirst, toWhatIsRefused, underFields } from './refused-fields.ts'

interface SecretFormInput<Values extends Record<string, unknown>> {
  initialValues: Values
  validate: FormRulesRecord<Values>
  send: (values: Values) => Promise<unknown>
}

/**
 * A form of passwords, codes or keys: it refuses at its fields as `useServerForm` does, but nothing of it is kept in the
 * browser. A refusal that names no field is shown in a dialog, and in a toast if the form has been closed meanwhile.
 */
export function useSecretForm<Values extends Record<string, unknown>>({ send, ...options }: SecretFormInput<Values>) {
  const form = useForm<Values>(options)
  const isShown = useIsShown()
  const refuse = (error: unknown) => {
    if (!isShown()) return notifyRefusal(error)
    const errors = isApiError(error) ? underFields(error.errors) : {}
    form.setErrors(errors)
    return Object.keys(errors).length === 0 && showRefusal(error)
  }
  const onSubmit = form.onSubmit(
    (values, event) => {
      const lead = toWhatIsRefused(event?.currentTarget)
      void send(values).catch((error: unknown) => {
        refuse(error)
        lead(error)
      })
    },
    (_errors, _values, event) => leadToFirst(event?.currentTarget),
  )
  return { form, formProps: { noValidate: true as const, onSubmit } }
}
