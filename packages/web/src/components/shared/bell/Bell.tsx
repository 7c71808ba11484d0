import { Indicator, Popover, ScrollArea, Tabs } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
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

/** What concerns the person, live; it lights for what others have done, not for what the person was just told of. */
export function Bell() {
  const { data } = useQuery(countQuery)
  const [opened, setOpened] = useState(false)
  const unread = data?.unread ?? 0
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" width={380} trapFocus returnFocus>
      <Indicator
        disabled={unread === 0}
        label={badgeOf(unread)}
        size={15}
        offset={6}
        color="accent"
        classNames={{ indicator: classes.badge }}
      >
        <Popover.Target>
          <IconAction label={bellLabel(unread)} onClick={() => setOpened(!opened)}>
            <IconBell size={17} />
          </IconAction>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label="Уведомления">
        <Inside unread={unread} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
