import { Indicator, Popover, ScrollArea, Tabs } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { useStore } from '../../../ui/store.ts'
import { unreadToasts } from '../../kit/feedback/toast.tsx'
import { RouteAnchor } from '../../kit/link/RouteLinks.tsx'
import { NoticeList } from './NoticeList.tsx'
import classes from './Notices.module.css'
import { ReadAll } from './ReadAll.tsx'
import { Told } from './Told.tsx'
import { countQuery } from './api.ts'
import { badgeOf, bellLabel } from './texts.ts'

const TABS = [
  { value: 'unread', title: 'Непрочитанные' },
  { value: 'all', title: 'Все' },
  { value: 'told', title: 'Сообщения' },
] as const

const TabList = ({ unread }: { unread: number }) => (
  <Tabs.List>
    {TABS.map(({ value, title }) => (
      <Tabs.Tab key={value} value={value}>
        {title} {value === 'unread' && unread > 0 && <span className={classes.count}>{badgeOf(unread)}</span>}
      </Tabs.Tab>
    ))}
  </Tabs.List>
)

interface InsideProps {
  unread: number
  onClose: () => void
}

function Inside({ unread, onClose }: InsideProps) {
  const [tab, setTab] = useState<string | null>('unread')
  const isNotices = tab !== 'told'
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <TabList unread={unread} />
      {TABS.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          <ScrollArea.Autosize mah="min(440px, 60dvh)" viewportProps={{ tabIndex: 0 }}>
            {value === 'told' ? <Told /> : <NoticeList unread={value === 'unread'} onFollowed={onClose} />}
          </ScrollArea.Autosize>
        </Tabs.Panel>
      ))}
      <footer className={classes.foot}>
        {isNotices && <ReadAll unread={tab === 'unread'} />}
        <RouteAnchor to={paths.notices} size="sm" onClick={onClose}>
          Все уведомления
        </RouteAnchor>
        <RouteAnchor to={paths.noticeSettings} size="sm" onClick={onClose}>
          Настроить
        </RouteAnchor>
      </footer>
    </Tabs>
  )
}

/** What concerns the person, live, and what the toasts said lately. */
export function Bell() {
  const { data } = useQuery(countQuery)
  const told = useStore(unreadToasts)
  const [opened, setOpened] = useState(false)
  const unread = data?.unread ?? 0
  const toggle = (next: boolean) => {
    setOpened(next)
    unreadToasts.set(0)
  }
  return (
    <Popover opened={opened} onChange={toggle} position="top-start" width={380} trapFocus returnFocus>
      <Indicator
        disabled={unread + told === 0}
        label={unread > 0 ? badgeOf(unread) : undefined}
        size={unread > 0 ? 15 : 7}
        offset={6}
        color="accent"
        classNames={{ indicator: classes.badge }}
      >
        <Popover.Target>
          <IconAction label={bellLabel(unread)} onClick={() => toggle(!opened)}>
            <IconBell size={17} />
          </IconAction>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label="Уведомления">
        <Inside unread={unread} onClose={() => toggle(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
