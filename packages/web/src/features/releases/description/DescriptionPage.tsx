import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { formatDay } from '../../../ui/dates.ts'
import { releaseQuery } from '../../../api/releases.ts'
import { Description } from './Description.tsx'
import { DescriptionButton } from './DescriptionButton.tsx'
import classes from './DescriptionPage.module.css'
import { fromBreaks } from '../texts.ts'

type Detail = releases.ReleaseDetail

/** Buttons for printing and for downloading the document. */
const Actions = ({ id }: { id: number }) => (
  <>
    <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
      Печать
    </Button>
    <DescriptionButton id={id} />
  </>
)

/** The sheet: what is shown on the screen is also what is printed. */
const Sheet = ({ release }: { release: Detail }) => (
  <article className={classes.sheet} aria-label={`Описание релиза ${release.title}`}>
    <h2 className={classes.title}>{release.title}</h2>
    <p className={classes.facts}>Плановая дата {formatDay(release.plan_date)}</p>
    {release.short_description && <p className={classes.lead}>{fromBreaks(release.short_description)}</p>}
    <Description release={release} />
  </article>
)

/** The description of a release as a document to read, print and download. */
export function DescriptionPage() {
  const id = Number(useParams({ strict: false }).releaseID)
  const { data: release, error, refetch } = useQuery(releaseQuery(id))
  return (
    <Page
      title="Описание релиза"
      before={
        <BackLink to={paths.release} params={{ releaseID: String(id) }}>
          {release?.title ?? 'Релиз'}
        </BackLink>
      }
      actions={<Actions id={id} />}
    >
      <div className={classes.desk} data-place="description">
        {release ? (
          <Sheet release={release} />
        ) : error ? (
          <ErrorState title="Описание не загрузилось" error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.sheet} aria-busy="true" role="status" aria-label="Загрузка описания">
            <Skeleton height={30} width="60%" />
            <Skeleton height={320} mt={24} />
          </div>
        )}
      </div>
    </Page>
  )
}
