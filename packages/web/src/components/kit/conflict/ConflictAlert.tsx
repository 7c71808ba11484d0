import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { BothValues } from './BothValues.tsx'
import { isSame } from './merge.ts'
import { conflictTitle } from './title.ts'
import type { EditForm } from './useEditForm.ts'

/** The title of each field, and how its value is shown. */
export type FieldNames<Values> = { [Name in keyof Values]: [title: string, show: (value: Values[Name]) => ReactNode] }

interface ConflictAlertProps<Values extends Record<string, unknown>> {
  form: EditForm<Values>
  /** «релиз», «компанию» */
  what: string
  fields: FieldNames<Values>
}

/**
 * Shown when somebody else has saved the thing meanwhile: which of their values were taken over, and both values where
 * they differ.
 */
export function ConflictAlert<Values extends Record<string, unknown>>(props: ConflictAlertProps<Values>) {
  const { form: server, what, fields } = props
  const { conflict, form } = server
  const alert = useRef<HTMLDivElement>(null)
  // The alert is at the top of the form, and the save button may be far below it.
  useEffect(() => {
    if (conflict) alert.current?.scrollIntoView({ block: 'start' })
  }, [conflict])
  if (!conflict) return null

  const { values: mine, theirs, taken, conflicts } = conflict
  const both = conflicts.map((name) => {
    const [title, show] = fields[name]
    const isTheirs = isSame(form.values[name], theirs[name])
    // What is typed after the other person's save is the person's own value too.
    const own = isTheirs ? mine[name] : form.values[name]
    const take = (value: Values[typeof name]) => () => form.setValues({ ...form.getValues(), [name]: value })
    const choice = { isTheirs, takeMine: take(own), takeTheirs: take(theirs[name]) }
    return { title, mine: show(own), theirs: show(theirs[name]), choice }
  })
  return (
    <Alert ref={alert} color="yellow" role="alert" title={conflictTitle(what)}>
      {taken.length > 0 && (
        <p>Его изменения перенесены сюда: {taken.map((name) => `«${fields[name][0]}»`).join(', ')}.</p>
      )}
      <BothValues fields={both} />
      <p>
        {conflicts.length > 0
          ? 'Выберите, что оставить, и сохраните ещё раз: выбранное заменит сохранённое.'
          : 'Ничего из вашего не потеряно: сохраните ещё раз.'}
      </p>
    </Alert>
  )
}
