import { useForm } from '@mantine/form'
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { useChange } from '../../../api/changes.ts'
import type { Changed, ChangeOptions } from '../../../api/changes.ts'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { whenDone } from '../feedback/when-done.ts'
import { leadToUnread } from './unread.ts'
import { useDraft } from './useDraft.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'
import { sayNotSaved } from '../feedback/refused.ts'

export interface ServerFormInput<Values extends Record<string, unknown>, Reply> extends Pick<
  ChangeOptions<Values, Reply>,
  'put'
> {
  /** What the draft is kept under: `release.5`. */
  name: string
  initialValues: Values
  /** The draft is kept on the server: the screen may be left at any time. */
  isKept?: boolean
  /** What the draft keeps beside the values. */
  besides?: () => object
  validate?: FormRulesRecord<Values>
  save: (values: Values) => Promise<Reply>
  /** Asks the person before the save; false leaves all as it was typed. */
  before?: (values: Values) => Promise<boolean>
  /** What a save makes old, and where its reply belongs (api/changes.ts). */
  changes?: readonly Changed[]
  onSaved: (reply: Reply, values: Values) => void
  /** True when the refusal was answered by the screen itself: a 409 with both texts side by side. */
  onRefused?: (error: ApiError) => boolean
}

export interface ServerForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  isSaving: boolean
  /** Its own change is known to the screen before the screen is left. */
  isSaved: boolean
  /** A draft of an earlier visit is in the fields; `dropDraft` puts the saved values back. */
  hasDraft: boolean
  dropDraft: () => void
  /** For `<form {...formProps}>`: submit, and Ctrl+Enter from any field. */
  formProps: {
    noValidate: true
    onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>
  }
}

/** `errors: {title: ['…']}` → the first sentence under each field. */
const underFields = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences[0] ?? '']))

/** Of a draft only what the form holds. */
const fieldsIn = <Values extends object>(found: Values | null, fields: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => name in fields)) as Partial<Values>

/**
 * A form whose refusals come back to its fields: 422 under them, everything else as a toast. Nothing
 * typed is ever cleared, what could not be read is not sent, leaving unsaved is asked about, a draft survives a reload.
 */
export function useServerForm<Values extends Record<string, unknown>, Reply>(
  input: ServerFormInput<Values, Reply>,
): ServerForm<Values> {
  const draft = useDraft<Values>(input.name)
  const form = useForm<Values>({
    initialValues: { ...input.initialValues, ...fieldsIn(draft.found, input.initialValues) },
    validate: input.validate,
    onValuesChange: (values) => draft.keep({ ...values, ...input.besides?.() }),
  })
  // Known at once, not after the next draw: a screen is left as soon as it is saved.
  const saved = useRef<string | null>(null)
  const isDirty = () => ![JSON.stringify(input.initialValues), saved.current].includes(JSON.stringify(form.getValues()))
  const { mutate, isPending, isSuccess } = useChange({
    changes: input.changes ?? [],
    ...(input.put && { put: input.put }),
    mutationFn: input.save,
    onSuccess: (reply, values) => {
      draft.drop()
      saved.current = JSON.stringify(values)
      input.onSaved(reply, values)
    },
    onError: (error) => {
      if (isApiError(error)) form.setErrors(underFields(error.errors))
      const isAnswered = isApiError(error) && input.onRefused?.(error) === true
      if (!isAnswered) sayNotSaved(error)
    },
  })
  const leadToFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
  const askFirst = async (values: Values) => {
    if (await input.before?.(values)) mutate(values)
  }
  const send = form.onSubmit((values) => (input.before ? whenDone(askFirst(values)) : mutate(values)), leadToFirst)
  useUnsavedGuard(() => input.isKept !== true && isDirty())
  return {
    form,
    isSaving: isPending,
    isSaved: isSuccess,
    hasDraft: draft.found !== null,
    dropDraft: () => {
      draft.drop()
      form.setValues(input.initialValues)
    },
    formProps: {
      noValidate: true,
      onSubmit: (event) => {
        if (!event || !leadToUnread(event.currentTarget)) return send(event)
        event.preventDefault()
        form.validate()
      },
    },
  }
}
