import { ScrollArea, Tabs } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { RouteAnchor } from '../../kit/link/RouteLinks.tsx'
import { NoticeList } from './NoticeList.tsx'
import classes from './Notices.module.css'
import { ReadAll } from './ReadAll.tsx'
import { ToastHistory } from './ToastHistory.tsx'
import { badgeOf } from './texts.ts'

const TABS = [
  { value: 'unread', title: 'Непрочитанные' },
  { value: 'all', title: 'Все' },
  { value: 'messages', title: 'Сообщения' },
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

/** The contents of the bell's dropdown: notices, and recent messages. */
export function InsideBell({ unread, onClose }: InsideProps) {
  const [tab, setTab] = useState<string | null>('unread')
  const isNotices = tab !== 'messages'
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <TabList unread={unread} />
      {TABS.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          <ScrollArea.Autosize mah="min(440px, 60dvh)" viewportProps={{ tabIndex: 0 }}>
            {value === 'messages' ? <ToastHistory /> : <NoticeList unread={value === 'unread'} onFollowed={onClose} />}
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
