import dayjs from 'dayjs'
import { useStore } from '../../../ui/store.ts'
import { pastToasts } from '../../kit/feedback/toast.tsx'
import classes from './Notices.module.css'

/** Recent toasts: one that was visible for a second can be read again here. */
export function ToastHistory() {
  const toasts = useStore(pastToasts)
  if (toasts.length === 0) return <p className={classes.state}>Здесь останутся сообщения, которые исчезли с экрана.</p>
  return (
    <ul className={classes.toasts} aria-label="Сообщения">
      {toasts.map(({ id, kind, message, at }) => (
        <li key={id} className={classes.toast} data-kind={kind}>
          <time className={classes.time}>{dayjs(at).format('HH:mm')}</time>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}
