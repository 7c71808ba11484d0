import { Skeleton, Tabs, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import { useKey } from '../../components/kit/keys/useKey.ts'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { BackLink, RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { useAgreementParts } from '../../components/shared/agreement/useAgreementParts.ts'
import { WatchButton } from '../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../paths.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PreviewBar, useShowAs } from './PreviewBar.tsx'
import { ReleaseAside } from './aside/ReleaseAside.tsx'
import classes from './ReleasePage.module.css'
import { StepTrack } from './StepTrack.tsx'
import { agreementQuery } from '../../api/agreements.ts'
import { releaseQuery } from '../../api/releases.ts'
import { tabsFor } from './tabs/tabs.tsx'
import { Preview, useViewer } from '../../components/shared/session/viewer.tsx'

type Detail = releases.ReleaseDetail

/** Opens the preview as the first company; others can be chosen there. */
function PreviewButton({ release }: { release: Detail }) {
  const showAs = useShowAs()
  const [first] = release.companies
  return (
    <AbleButton
      ability={first ? true : 'Сначала выберите компании релиза'}
      onClick={() => first && showAs(first.idcomp)}
    >
      Как видит клиент
    </AbleButton>
  )
}

function StaffActions({ release }: { release: Detail }) {
  const [isMoving, move] = useDisclosure(false)
  const navigate = useNavigate()
  const params = { releaseID: String(release.id) }
  useKey(ACT_KEYS.editRelease, () => void navigate({ to: paths.releaseEdit, params }))
  return (
    <>
      <PreviewButton release={release} />
      <RouteButton
        to={paths.releaseEdit}
        params={params}
        variant="default"
        rightSection={<kbd>{ACT_KEYS.editRelease.shown}</kbd>}
      >
        Изменить
      </RouteButton>
      <AbleButton primary ability={release.abilities.step} onClick={move.open}>
        Перевести на этап…
      </AbleButton>
      <MoreMenu release={release} />
      <MoveDialog release={release} opened={isMoving} onClose={move.close} />
    </>
  )
}

/** The tabs of the release; the open one is stored in the address. */
function ReleaseTabs({ release, isRivc }: { release: Detail; isRivc: boolean }) {
  const tabInAddress = useRouterState({ select: ({ location }): string | undefined => location.search['tab'] })
  const navigate = useNavigate()
  const tabs = tabsFor(isRivc)
  const first = tabs[0]?.key
  const open = tabs.find(({ key }) => key === tabInAddress)?.key ?? first ?? ''
  const show = (tab: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: tab === first ? undefined : (tab ?? undefined) }),
      replace: true,
    })
  return (
    <Tabs value={open} onChange={show} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.tabList}>
        {tabs.map(({ key, title, count, mark }) => (
          <Tabs.Tab key={key} value={key}>
            {title} {count && count(release) > 0 && <span className={classes.dim}>{count(release)}</span>}
            {mark?.(release)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, title, render }) => (
        <Tabs.Panel key={key} value={key} className={classes.panel} data-place={`release.${key}`}>
          <VisuallyHidden component="h2">{title}</VisuallyHidden>
          {render(release)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Shown while a release is loading, or when it failed to load. */
const Waiting = ({ result: { error, refetch } }: { result: UseQueryResult<Detail> }) => (
  <Page key="reading" title="Релиз" before={back}>
    {error ? (
      <ErrorState title="Релиз не загрузился" error={error} onRetry={() => void refetch()} />
    ) : (
      <div className={classes.reading} aria-busy="true" role="status" aria-label="Загрузка релиза">
        <Skeleton height={46} />
        <Skeleton height={32} mt={16} width="60%" />
        <Skeleton height={280} mt={16} />
      </div>
    )}
  </Page>
)

const back = <BackLink to={paths.releases}>Релизы</BackLink>

const Visible = ({ isVisible }: { isVisible: boolean }) => (
  <Tag tone={isVisible ? 'blue' : 'grey'}>{isVisible ? 'виден клиентам' : 'скрыт от клиентов'}</Tag>
)

interface ScreenProps {
  /** The release as its viewer sees it. */
  release: Detail
  /** What is shown above the steps. */
  above?: ReactNode
}

/** The same screen for staff, for clients, and for staff who view it as a client. */
function ReleaseScreen({ release, above }: ScreenProps) {
  const { isRivc, as_company } = useViewer()
  const isPreview = as_company !== undefined
  return (
    <Page
      title={release.title}
      before={back}
      aside={isRivc && <Visible isVisible={release.is_visible_for_client} />}
      actions={
        <>
          {!isPreview && <WatchButton entity="release" id={release.id} />}
          {isRivc && <StaffActions release={release} />}
        </>
      }
      toolbar={
        <>
          {above}
          <StepTrack release={release} />
        </>
      }
    >
      <div className={classes.body}>
        <ReleaseTabs release={release} isRivc={isRivc} />
        <aside className={classes.aside} data-place="release.aside" aria-label="О релизе">
          <ReleaseAside release={release} />
        </aside>
      </div>
    </Page>
  )
}

function PreviewScreen({ release, as_company }: { release: Detail; as_company: number }) {
  const result = useQuery(releaseQuery(release.id, { as_company }))
  const { data: seen } = result
  const isOwnLoading = useOwnLoading(seen)
  if (!seen || isOwnLoading) return <Waiting result={result} />
  return (
    <Preview value={as_company}>
      <ReleaseScreen release={seen} above={<PreviewBar release={release} as_company={as_company} />} />
    </Preview>
  )
}

/** Returns whether the company's own agreement and its parts are still loading; staff in the preview see them too. */
function useOwnLoading(release: Detail | undefined): boolean {
  const own = release && (release.readiness ? null : (release.companies[0]?.agreement_id ?? null))
  const { isLoading } = useQuery({ ...agreementQuery(own ?? 0, 'throw'), enabled: typeof own === 'number' })
  return useAgreementParts(own, isLoading).isLoading
}

/** One release: its step, its contents, and who has agreed. */
export function ReleasePage() {
  const { isRivc } = useViewer()
  const { releaseID } = useParams({ strict: false })
  const companyInAddress = useRouterState({ select: ({ location }): string | undefined => location.search['as'] })
  const result = useQuery(releaseQuery(Number(releaseID)))
  const { data: release } = result
  const isOwnLoading = useOwnLoading(release)
  if (!release || isOwnLoading) return <Waiting result={result} />
  const previewed = isRivc ? release.companies.find(({ idcomp }) => String(idcomp) === companyInAddress) : undefined
  return previewed ? (
    <PreviewScreen key={previewed.idcomp} release={release} as_company={previewed.idcomp} />
  ) : (
    <ReleaseScreen release={release} />
  )
}
