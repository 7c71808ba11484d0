import { NoticeList } from '../../components/shared/bell/NoticeList.tsx'
import { ReadAll } from '../../components/shared/bell/ReadAll.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { ViewSwitch, useView } from '../../components/kit/list-state/useView.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import classes from './Notices.module.css'

const VIEWS = [
  { value: 'unread', label: 'Непрочитанные' },
  { value: 'all', label: 'Все' },
] as const

/** The same list as behind the bell, with more room. */
export function NoticesPage() {
  const view = useView(VIEWS)
  const unread = view === 'unread'
  return (
    <Page
      title="Уведомления"
      aside={<ViewSwitch views={VIEWS} view={view} />}
      actions={
        <>
          <ReadAll unread={unread} />
          <RouteButton to={paths.noticeSettings} variant="default">
            Настроить
          </RouteButton>
        </>
      }
    >
      <div className={classes.column}>
        <NoticeList key={view} unread={unread} />
      </div>
    </Page>
  )
}
