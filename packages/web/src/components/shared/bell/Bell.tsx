import { Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { later, usePart } from '../../kit/feedback/later.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Notices.module.css'
import { countQuery } from './api.ts'
import { badgeOf, bellLabel } from './texts.ts'

const insideBell = later(() => import('./InsideBell.tsx'))

/**
 * The button with the number of unread notices, updated live. It lights up for what others have done, not for messages
 * the person has just seen.
 */
export function Bell() {
  const { data } = useQuery(countQuery)
  const [opened, setOpened] = useState(false)
  const inside = usePart(insideBell, opened)
  const unread = data?.unread ?? 0
  return (
    <Popover
      opened={opened && inside !== null}
      onChange={setOpened}
      position="top-start"
      width={380}
      trapFocus
      returnFocus
    >
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
        {inside && <inside.InsideBell unread={unread} onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
