import { liveState } from '../../../api/live.ts'
import type { LiveState } from '../../../api/live.ts'
import { useStore } from '../../../ui/store.ts'
import classes from './LiveMark.module.css'

const WORDS: Record<LiveState, string> = {
  connecting: 'Подключаемся к обновлениям…',
  on: 'Изменения других людей видны сразу',
  lost: 'Связь с сервером потеряна, пробуем снова. Показаны последние известные данные',
}

/** Shows whether other people's changes arrive live. */
export function LiveMark() {
  const state = useStore(liveState)
  return (
    <span className={classes.mark} role="status" aria-label={WORDS[state]} data-hint={WORDS[state]}>
      <span className={classes.dot} data-state={state} />
    </span>
  )
}
