import { Indicator, Popover, ScrollArea } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { toldToasts, unreadToasts } from '../feedback/toast.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { useStore } from '../../ui/store.ts'
import classes from './Bell.module.css'

const Told = () => {
  const told = useStore(toldToasts)
  if (told.length === 0) return <p className={classes.empty}>Здесь останутся сообщения, которые исчезли с экрана.</p>
  return (
    <ul className={classes.list}>
      {told.map(({ id, kind, message, at }) => (
        <li key={id} className={classes.item} data-kind={kind}>
          <time className={classes.time}>{dayjs(at).format('HH:mm')}</time>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}

/** What the toasts said lately: a toast of one second can be read again here. */
export function Bell() {
  const unread = useStore(unreadToasts)
  const [opened, setOpened] = useState(false)
  const toggle = (next: boolean) => {
    setOpened(next)
    unreadToasts.set(0)
  }
  return (
    <Popover opened={opened} onChange={toggle} position="top-start" width={340} trapFocus>
      <Indicator disabled={unread === 0} size={7} offset={6} color="accent">
        <Popover.Target>
          <IconAction label={unread > 0 ? `Сообщения, новых: ${unread}` : 'Сообщения'} onClick={() => toggle(!opened)}>
            <IconBell size={17} />
          </IconAction>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label="Сообщения">
        <ScrollArea.Autosize mah={360} tabIndex={0}>
          <Told />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
