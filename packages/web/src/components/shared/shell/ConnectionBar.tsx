import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveState } from '../../../api/live.ts'
import { useStore } from '../../../ui/store.ts'
import classes from './ConnectionBar.module.css'

/** An interruption shorter than this is not reported, in ms. */
const SHOWN_AFTER = 1500
const BACK_FOR = 4000

type LineNotice = 'nothing' | 'lost' | 'trying' | 'back'
type Line = 'connecting' | 'on' | 'lost' | 'trying'

/**
 * The state of the live connection, or that something on the screen is being retried because the server could not
 * answer.
 */
function useLine(): Line {
  const state = useStore(liveState)
  const isTrying = useIsFetching({ predicate: (query) => query.state.fetchFailureCount > 0 }) > 0
  return isTrying && state !== 'lost' ? 'trying' : state
}

const isTrouble = (line: Line): line is 'lost' | 'trying' => line === 'lost' || line === 'trying'

/**
 * The message for a new state of the connection, given the previous message; a successful retry is not reported,
 * because its result is visible.
 */
function nextNotice(before: LineNotice, line: Line): LineNotice {
  if (isTrouble(line)) return line
  return before === 'lost' && line === 'on' ? 'back' : 'nothing'
}

/** The current message: that the connection is lost, or, when it is back, that everything is up to date again. */
function useNotice(): LineNotice {
  const line = useLine()
  const [notice, setNotice] = useState<LineNotice>('nothing')
  useEffect(() => {
    const first = setTimeout(() => setNotice((before) => nextNotice(before, line)), isTrouble(line) ? SHOWN_AFTER : 0)
    const last = line === 'on' ? setTimeout(() => setNotice('nothing'), BACK_FOR) : undefined
    return () => {
      clearTimeout(first)
      clearTimeout(last)
    }
  }, [line])
  return notice
}

const SENTENCES: Record<Exclude<LineNotice, 'nothing'>, string> = {
  lost: 'Связь с сервером потеряна. Показано последнее, что известно; как только связь вернётся, всё обновится само.',
  trying: 'Связь с сервером восстанавливается. Повторять ничего не нужно: всё покажется само.',
  back: 'Связь восстановлена, данные обновлены',
}

/** Reports over every screen, even before there is one, that the connection is lost, being restored or restored. */
export function ConnectionBar() {
  const notice = useNotice()
  const Icon = notice === 'back' ? IconPlugConnected : IconPlugConnectedX
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {notice !== 'nothing' && (
        <p className={classes.bar} data-lost={notice !== 'back' || undefined}>
          <Icon size={16} aria-hidden />
          {SENTENCES[notice]}
        </p>
      )}
    </div>
  )
}
