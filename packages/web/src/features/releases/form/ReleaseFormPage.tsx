import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { ConflictAlert } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { isSame } from '../../../components/kit/conflict/merge.ts'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { paths } from '../../../paths.ts'
import aside from '../aside/Aside.module.css'
import { CalculationAside } from './CalculationAside.tsx'
import { conflictFields } from './conflict-fields.tsx'
import { ReleaseFields, useChoices } from './ReleaseFields.tsx'
import classes from './ReleaseFormPage.module.css'
import page from '../ReleasePage.module.css'
import { releaseQuery } from '../../../api/releases.ts'
import type { FormValues } from './form-values.ts'
import { useReleaseForm } from './useReleaseForm.ts'

const FORM = 'release-form'

const Back = ({ release }: { release: releases.ReleaseDetail | undefined }) =>
  release ? (
    <BackLink to={paths.release} params={{ releaseID: String(release.id) }}>
      {release.title}
    </BackLink>
  ) : (
    <BackLink to={paths.releases}>Релизы</BackLink>
  )

function ReleaseFormScreen({ release }: { release: releases.ReleaseDetail | undefined }) {
  const form = useReleaseForm(release)
  const choices = useChoices(release, form.conflict?.current)
  const { form: fields, formProps, isSaving, hasDraft, dropDraft, initialValues } = form
  const names = (field: keyof FormValues, id: number) =>
    field in choices
      ? (choices[field as keyof typeof choices]?.find((choice) => choice.id === id)?.name ?? String(id))
      : String(id)
  return (
    <Page
      title={release ? 'Изменить релиз' : 'Новый релиз'}
      before={<Back release={release} />}
      actions={
        <Button type="submit" form={FORM} loading={isSaving} rightSection={<kbd className={classes.key}>Ctrl ↵</kbd>}>
          Сохранить
        </Button>
      }
    >
      <div className={page.body}>
        <form id={FORM} {...formProps} className={classes.form}>
          {hasDraft && !isSame(fields.values, initialValues) && (
            <Alert color="accent" title="В полях несохранённый черновик">
              <Button variant="default" size="compact-sm" onClick={dropDraft}>
                Вернуть сохранённое
              </Button>
            </Alert>
          )}
          <ConflictAlert form={form} what="релиз" fields={conflictFields(names)} />
          <ReleaseFields form={form} release={release} choices={choices} />
        </form>
        <aside className={page.aside} data-after aria-label="Расчёт">
          <div className={aside.aside}>
            <CalculationAside
              id={form.id}
              values={fields.values}
              onPlan={(day) => fields.setFieldValue('plan_date', day)}
            />
          </div>
        </aside>
      </div>
    </Page>
  )
}

/** Creates a release (/release/0). */
export const ReleaseAddPage = () => <ReleaseFormScreen release={undefined} />

/** Edits a release, starting from the server's current state rather than from what was loaded earlier. */
export function ReleaseEditPage() {
  const { releaseID } = useParams({ strict: false })
  const {
    data: release,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({
    ...releaseQuery(Number(releaseID)),
    refetchOnMount: 'always',
  })
  if (!release || !isFetchedAfterMount) {
    return (
      <Page title="Изменить релиз" before={<Back release={undefined} />}>
        {error ? (
          <ErrorState title="Релиз не загрузился" error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.form} aria-busy="true" role="status" aria-label="Загрузка релиза">
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} height={52} />
            ))}
          </div>
        )}
      </Page>
    )
  }
  return <ReleaseFormScreen release={release} />
}
