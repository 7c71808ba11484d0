import { useForm } from '@mantine/form'
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { useChange } from '../../../api/changes.ts'
import type { Changed, ChangeOptions } from '../../../api/changes.ts'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { useOneAtATime } from '../feedback/useOneAtATime.ts'
import { leadToFirst, toWhatIsRefused, underFields } from './refused-fields.ts'
import { leadToUnread } from './unread.ts'
import { useDraft } from './useDraft.ts'
import { useIntent } from './useIntent.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'
import { notifyNotSaved } from '../feedback/refused.ts'

type Mends<Values> = { readonly [Name in keyof Values]?: readonly string[] }

export interface ServerFormInput<Values extends Record<string, unknown>, Reply> extends Pick<
  ChangeOptions<Values, Reply>,
  'put'
> {
  /** The name the draft is kept under: `release.5`. */
  name: string
  initialValues: Values
  /** The draft is kept on the server, so the screen may be left at any time without a question. */
  isKept?: boolean
  /** What the fields are set to after a save, for a form that stays open to be filled in again. */
  empty?: Values
  /** What the draft stores in addition to the values. */
  alsoKept?: () => object
  validate?: FormRulesRecord<Values>
  /** Refusals under other names that a change of the field may mend as well. */
  mends?: Mends<Values>
  /** @param key the idempotency key, for a form that creates something */
  save: (values: Values, key: string) => Promise<Reply>
  /** Asks the person before saving; false cancels and keeps everything as it was typed. */
  before?: (values: Values) => Promise<boolean>
  /** What a save makes outdated, and where its reply belongs (api/changes.ts). */
  changes?: readonly Changed[]
  onSaved?: (reply: Reply, values: Values) => void
  /** Returns true when the screen has handled the refusal itself, as for a 409 with both texts side by side. */
  onRefused?: (error: ApiError) => boolean
}

export interface ServerForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  isSaving: boolean
  /** The change has been saved and is known to the screen. */
  isSaved: boolean
  /** The fields contain a draft from an earlier visit; `dropDraft` restores the saved values. */
  hasDraft: boolean
  dropDraft: () => void
  /** For `<form {...formProps}>`: handles submit, and Ctrl+Enter in any field. */
  formProps: {
    noValidate: true
    onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>
  }
}

/** Takes from a draft only what the form contains. */
const fieldsIn = <Values extends object>(found: Values | null, fields: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => name in fields)) as Partial<Values>

/** Whether a field has another value than before; a list that is made anew is not another one for that. */
const isOther = (value: unknown, before: unknown): boolean =>
  value !== before &&
  (typeof value !== 'object' || typeof before !== 'object' || JSON.stringify(value) !== JSON.stringify(before))

/**
 * The errors that a change may have mended: those of the fields that are other than before, and of their parts. An
 * empty field is mended only by filling it.
 */
function mendedOf<Values extends Record<string, unknown>>(
  errors: readonly string[],
  { values, before, mends = {} }: { values: Values; before: Values; mends?: Mends<Values> | undefined },
): string[] {
  const changed = Object.keys(values).filter((name) => isOther(values[name], before[name]))
  const others = changed.flatMap((name) => mends[name] ?? []).filter((name) => values[name] !== null)
  return errors.filter((path) => [...changed, ...others].some((name) => path === name || path.startsWith(`${name}.`)))
}

/** What a form is left with: its empty fields, and whatever was typed after it had been sent. */
const typedSince = <Values extends Record<string, unknown>>(sent: Values, typed: Values, empty: Values): Values => {
  const isSent = (name: string) => JSON.stringify(typed[name]) === JSON.stringify(sent[name])
  return { ...empty, ...Object.fromEntries(Object.entries(typed).filter(([name]) => !isSent(name))) }
}

/**
 * A form whose refusals appear at its fields: 422 below each of them until that one is changed, everything else as a
 * toast. Nothing typed is ever cleared, invalid input is not sent, the person is asked before leaving unsaved changes,
 * and a draft survives a reload. While it is being sent, or the person is asked before that, it is not sent again; what
 * is typed meanwhile stays in the form and in its draft.
 */
export function useServerForm<Values extends Record<string, unknown>, Reply>(
  input: ServerFormInput<Values, Reply>,
): ServerForm<Values> {
  const draft = useDraft<Values>(input.name)
  const intent = useIntent(draft.found)
  const keep = (values: Values) => draft.keep({ ...values, ...input.alsoKept?.(), ...intent.kept() })
  const form = useForm<Values>({
    initialValues: { ...input.initialValues, ...fieldsIn(draft.found, input.initialValues) },
    validate: input.validate,
    // The library clears all of them when several fields are set at once.
    clearInputErrorOnChange: false,
    onValuesChange: (values, before) => {
      keep(values)
      const mended = mendedOf(Object.keys(form.errors), { values, before, mends: input.mends })
      mended.forEach((path) => form.clearFieldError(path))
    },
  })
  // Has to be known at once, not after the next render: a screen is left as soon as it is saved.
  const saved = useRef<string | null>(null)
  const isDirty = () => ![JSON.stringify(input.initialValues), saved.current].includes(JSON.stringify(form.getValues()))
  const { mutateAsync, isPending, isSuccess } = useChange({
    changes: input.changes ?? [],
    ...(input.put && { put: input.put }),
    mutationFn: (values) => {
      // With the key: the answer may be lost, and the page loaded anew.
      keep(values)
      return intent.attempt((key) => input.save(values, key))
    },
    onSuccess: (reply, values) => {
      saved.current = JSON.stringify(values)
      const { empty, isKept } = input
      const isStill = JSON.stringify(form.getValues()) === saved.current
      if (empty) form.setValues(typedSince(values, form.getValues(), empty))
      // A draft on the server ends with the save, and the browser's copy of it as well.
      if (isStill || isKept) draft.drop()
      else keep(form.getValues())
      input.onSaved?.(reply, values)
    },
    onError: (error) => {
      if (isApiError(error)) form.setErrors(underFields(error.errors))
      const isAnswered = isApiError(error) && input.onRefused?.(error) === true
      if (!isAnswered) notifyNotSaved(error)
    },
  })
  const { run } = useOneAtATime(async (values: Values, sent?: HTMLFormElement) => {
    if (input.before && !(await input.before(values))) return
    // A refusal has been shown by `onError`.
    await mutateAsync(values).catch(toWhatIsRefused(sent))
  })
  const send = form.onSubmit(
    (values, event) => run(values, event?.currentTarget),
    (_errors, _values, event) => leadToFirst(event?.currentTarget),
  )
  useUnsavedGuard(() => input.isKept !== true && isDirty())
  return {
    form,
    isSaving: isPending,
    isSaved: isSuccess,
    hasDraft: draft.found !== null,
    dropDraft: () => {
      // Setting the values keeps them as a draft again, which would later hide what others have saved meanwhile.
      form.setValues(input.initialValues)
      form.clearErrors()
      intent.renew()
      draft.drop()
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
