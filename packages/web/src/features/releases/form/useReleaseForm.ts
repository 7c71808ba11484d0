import { releases } from '@vypusk/contract'
import { newKey } from '../../../api/client.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { releaseQuery } from '../../../api/releases.ts'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { useNavigateIfHere } from '../../../components/kit/link/useNavigateIfHere.ts'
import { paths } from '../../../paths.ts'
import { today } from '../../../ui/dates.ts'
import { saveRelease } from '../../../components/shared/release/api.ts'
import { useFormConsequences } from './useFormConsequences.ts'
import { emptyValues, toSave, valuesOf, type FormValues } from './form-values.ts'

type Saved = Awaited<ReturnType<typeof saveRelease>>

const validate = {
  title: (title: string) => (title.trim() ? null : 'Укажите название'),
  start_date: (day: string | null) => (day ? null : 'Укажите дату начала'),
  plan_date: (day: string | null, { start_date }: FormValues) =>
    !day ? 'Укажите плановую дату' : start_date && day < start_date ? releases.DATES_ORDER : null,
}

/**
 * The form of one release.
 * @param release undefined for a new one
 */
export function useReleaseForm(release: releases.ReleaseDetail | undefined) {
  const id = release?.id ?? 0
  const navigateIfHere = useNavigateIfHere()
  const consequences = useFormConsequences(id)
  const server = useEditForm<FormValues, releases.ReleaseDetail, Saved>({
    name: `release.${id}`,
    saved: release,
    valuesOf: (saved) => (saved ? valuesOf(saved) : emptyValues(today())),
    validate,
    // Of two days in the wrong order either may be moved.
    mends: { start_date: ['plan_date'] },
    save: (values, { version }, key) =>
      saveRelease(id, { ...toSave(values, version), ...consequences.fields() }, id === 0 ? key : newKey()),
    ...(id !== 0 && { before: consequences.ask }),
    changes: ['release', 'request', 'agreement'],
    put: ({ release: saved }) => [[releaseQuery(saved.id).queryKey, saved]],
    savedIn: ({ release: saved }) => saved,
    onSaved: ({ release: saved }) => {
      whenDone(consequences.after(), (isReported) => !isReported && toast.success('Сохранено'))
      void navigateIfHere({ to: paths.release, params: { releaseID: String(saved.id) } })
    },
  })
  return { id, ...server }
}
export type ReleaseForm = ReturnType<typeof useReleaseForm>
