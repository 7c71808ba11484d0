import type { notices } from '@vypusk/contract'
import {
  IconAlertTriangle,
  IconAt,
  IconCalendarOff,
  IconCalendarQuestion,
  IconCalendarTime,
  IconCircle,
  IconCircleCheck,
  IconCircleFilled,
  IconDatabaseX,
  IconEye,
  IconMailX,
  IconMessage,
  IconPackageExport,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { wordsInZones } from '../dates/moments.ts'
import { isPlainPress } from '../../../ui/plain-press.ts'
import classes from './Notices.module.css'
import { aboutNotice } from './about-notice.ts'

const ICONS: Record<notices.Kind, typeof IconEye> = {
  mention: IconAt,
  approval: IconCalendarQuestion,
  answer: IconCircleCheck,
  remark: IconAlertTriangle,
  offer: IconCalendarTime,
  moved: IconCalendarOff,
  comment: IconMessage,
  talk: IconMessage,
  publication: IconPackageExport,
  delivery: IconMailX,
  system: IconDatabaseX,
  changed: IconEye,
}

interface NoticeRowProps {
  notice: notices.Notice
  onMark: (read: boolean) => void
  /** Called when the person follows the link to the thing. */
  onFollowed?: (() => void) | undefined
}

/** A notice: what happened, why the person is notified, and a link to the thing. */
export function NoticeRow({ notice, onMark, onFollowed }: NoticeRowProps) {
  const { history } = useRouter()
  const Icon = ICONS[notice.kind]
  const follow = (event: MouseEvent) => {
    if (!notice.read) onMark(true)
    if (!isPlainPress(event)) return
    event.preventDefault()
    onFollowed?.()
    history.push(notice.href)
  }
  return (
    <li className={classes.row} data-unread={!notice.read || undefined}>
      <Icon size={16} stroke={1.7} className={classes.icon} aria-hidden />
      <a href={notice.href} className={classes.link} onClick={follow}>
        <span className={classes.title}>{notice.title}</span>
        <span className={classes.text}>{wordsInZones(notice.text, notice.moments)}</span>
        <span className={classes.about}>{aboutNotice(notice)}</span>
      </a>
      <IconAction
        label={notice.read ? 'Отметить непрочитанным' : 'Отметить прочитанным'}
        onClick={() => onMark(!notice.read)}
      >
        {notice.read ? <IconCircle size={12} /> : <IconCircleFilled size={10} className={classes.dot} />}
      </IconAction>
    </li>
  )
}
