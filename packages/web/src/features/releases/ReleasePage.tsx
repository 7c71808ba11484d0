import { Button, Menu, Skeleton, Tabs, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { useUser } from '../../api/account.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { confirm } from '../../components/feedback/dialogs.tsx'
import { toast } from '../../components/feedback/toast.tsx'
import { Page } from '../../components/page/Page.tsx'
import { RouteButton } from '../../components/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { ReleaseAside } from './ReleaseAside.tsx'
import classes from './ReleasePage.module.css'
import { StepTrack } from './StepTrack.tsx'
import { releaseQuery, useRemoveRelease } from './api.ts'
import { tabsFor } from './tabs.tsx'

type Detail = releases.ReleaseDetail

/** Deleting hides a release from everybody; an administrator can bring it back. */
function MoreMenu({ release }: { release: Detail }) {
  const navigate = useNavigate()
  const { mutate } = useRemoveRelease(release.id)
  const canDelete = release.abilities.delete
  const remove = async () => {
    const children = 'Заявки станут свободны. Вернуть релиз сможет администратор.'
    if (!(await confirm({ title: `Удалить «${release.title}»?`, children, action: 'Удалить', dangerous: true }))) return
    mutate(undefined, {
      onSuccess: () => (toast.success('Релиз удалён'), void navigate({ to: paths.releases })),
      onError: (error) => toast.error(sentenceOf(error)),
    })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconAction label="Другие действия" size={30}>
          <IconDots size={16} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" disabled={canDelete !== true} onClick={() => void remove()}>
          Удалить
          {canDelete !== true && <div className={classes.dim}>{canDelete}</div>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function StaffActions({ release }: { release: Detail }) {
  const [isMoving, move] = useDisclosure(false)
  const navigate = useNavigate()
  const params = { releaseID: String(release.id) }
  useKeys({ KeyE: () => void navigate({ to: paths.releaseEdit, params }) })
  return (
    <>
      <RouteButton to={paths.releaseEdit} params={params} variant="default" rightSection={<kbd>e</kbd>}>
        Изменить
      </RouteButton>
      <Button onClick={move.open}>Перевести на шаг…</Button>
      <MoreMenu release={release} />
      <MoveDialog release={release} opened={isMoving} onClose={move.close} />
    </>
  )
}

/** The open tab stands in the address. */
function ReleaseTabs({ release, isRivc }: { release: Detail; isRivc: boolean }) {
  const asked = useRouterState({ select: ({ location }): string | undefined => location.search['tab'] })
  const navigate = useNavigate()
  const tabs = tabsFor(isRivc)
  const open = tabs.find(({ key }) => key === asked)?.key ?? 'requests'
  const show = (tab: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: tab === 'requests' ? undefined : (tab ?? undefined) }),
      replace: true,
    })
  return (
    <Tabs value={open} onChange={show} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.tabList}>
        {tabs.map(({ key, title, count }) => (
          <Tabs.Tab key={key} value={key}>
            {title} {count && count(release) > 0 && <span className={classes.dim}>{count(release)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, title, render }) => (
        <Tabs.Panel key={key} value={key} className={classes.panel}>
          <VisuallyHidden component="h2">{title}</VisuallyHidden>
          {render(release)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const Loading = () => (
  <Page title="Релиз">
    <div className={classes.reading} aria-busy="true" aria-label="Загрузка релиза">
      <Skeleton height={46} />
      <Skeleton height={32} mt={16} width="60%" />
      <Skeleton height={280} mt={16} />
    </div>
  </Page>
)

const Visible = ({ isVisible }: { isVisible: boolean }) => (
  <Tag tone={isVisible ? 'blue' : 'grey'}>{isVisible ? 'виден клиентам' : 'скрыт от клиентов'}</Tag>
)

/** One release: where it stands, what is in it, who has agreed. */
export function ReleasePage() {
  const { isRivc } = useUser()
  const { releaseID } = useParams({ strict: false })
  const { data: release } = useQuery(releaseQuery(Number(releaseID)))
  if (!release) return <Loading />
  return (
    <Page
      title={release.title}
      before={
        <Link to={paths.releases} className={classes.back}>
          Релизы ›
        </Link>
      }
      aside={isRivc && <Visible isVisible={release.is_visible_for_client} />}
      actions={isRivc && <StaffActions release={release} />}
      toolbar={<StepTrack release={release} />}
    >
      <div className={classes.body}>
        <ReleaseTabs release={release} isRivc={isRivc} />
        <aside className={classes.aside} aria-label="О релизе">
          <ReleaseAside release={release} />
        </aside>
      </div>
    </Page>
  )
}
