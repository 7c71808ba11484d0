import { useNavigate } from '@tanstack/react-router'
import { releases } from '@vypusk/contract'
import { useState } from 'react'
import { newKey } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { useServerForm } from '../../components/fields/useServerForm.tsx'
import { paths } from '../../paths.ts'
import { today } from '../../ui/dates.ts'
import { saveRelease } from './api.ts'
import { emptyValues, merge, toSave, valuesOf, type FieldName, type FormValues } from './form-values.ts'

/** What is known of another person's save that came between. */
export interface Meeting {
  /** What was typed here when the other's save was met. */
  mine: FormValues
  theirs: FormValues
  taken: FieldName[]
  conflicts: FieldName[]
}

const validate = {
  title: (title: string) => (title.trim() ? null : 'Укажите название'),
  start_date: (day: string | null) => (day ? null : 'Укажите дату начала'),
  plan_date: (day: string | null, { start_date }: FormValues) =>
    !day ? 'Укажите плановую дату' : start_date && day < start_date ? releases.DATES_ORDER : null,
}

/** What is typed, and what it was made from; a `type`, because forms want an index signature. */
type Kept = FormValues & { base: { values: FormValues; version: number | null } }

function beginWith(release: releases.ReleaseDetail | undefined): Kept {
  const values = release ? valuesOf(release) : emptyValues(today())
  return { ...values, base: { values, version: release?.version ?? null } }
}

/**
 * The form of one release. What it began from goes with what is typed, into the draft as well: a save by
 * somebody else meanwhile is met when this one is refused as stale, field by field.
 * @param release undefined for a new one
 */
export function useReleaseForm(release: releases.ReleaseDetail | undefined) {
  const id = release?.id ?? 0
  const navigate = useNavigate()
  const [initialValues] = useState(() => beginWith(release))
  const [meeting, setMeeting] = useState<Meeting | null>(null)
  // One intent, one release: a repeated click or a lost reply makes no second one.
  const [idempotencyKey] = useState(newKey)

  const server = useServerForm({
    name: `release.${id}`,
    initialValues,
    validate,
    save: ({ base, ...values }) => saveRelease(id, toSave(values, base.version), id === 0 ? idempotencyKey : newKey()),
    changes: ['release', 'request', 'agreement'],
    put: ({ release: saved }) => [[['release', 'one', saved.id], saved]],
    onSaved: ({ release: saved }) => {
      toast.success('Сохранено')
      void navigate({ to: paths.release, params: { releaseID: String(saved.id) } })
    },
    onRefused: (error) => {
      const current = error.data['current'] as releases.ReleaseDetail | undefined
      if (error.status !== 409 || !current) return false
      meet(current)
      return true
    },
  })

  function meet(current: releases.ReleaseDetail) {
    const theirs = valuesOf(current)
    const { base, ...typed } = server.form.getValues()
    const { values, taken, conflicts } = merge(base.values, typed, theirs)
    server.form.setValues({ ...values, base: { values: theirs, version: current.version } })
    setMeeting({ mine: values, theirs, taken, conflicts })
  }

  return { id, ...server, initialValues, meeting }
}
export type ReleaseForm = ReturnType<typeof useReleaseForm>
