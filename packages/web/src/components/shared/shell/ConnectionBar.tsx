import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveState } from '../../../api/live.ts'
import { useStore } from '../../../ui/store.ts'
import classes from './ConnectionBar.module.css'

/** A line that is back within this is not worth a word. */
const SAID_AFTER = 1500
const BACK_FOR = 4000

type LineNotice = 'nothing' | 'lost' | 'trying' | 'back'
type Line = 'connecting' | 'on' | 'lost' | 'trying'

/** The live line, or that something on the screen is asked for again because the server could not answer. */
function useLine(): Line {
  const state = useStore(liveState)
  const isTrying = useIsFetching({ predicate: (query) => query.state.fetchFailureCount > 0 }) > 0
  return isTrying && state !== 'lost' ? 'trying' : state
}

const isTrouble = (line: Line): line is 'lost' | 'trying' => line === 'lost' || line === 'trying'

/** What is said of the line after what was said before: a try that succeeded says so by what it has brought. */
function nextSaid(before: LineNotice, line: Line): LineNotice {
  if (isTrouble(line)) return line
  return before === 'lost' && line === 'on' ? 'back' : 'nothing'
}

/** What there is to say about the line: that it is lost, and when it is back, that everything is fresh again. */
function useSaid(): LineNotice {
  const line = useLine()
  const [notice, setSaid] = useState<LineNotice>('nothing')
  useEffect(() => {
    const first = setTimeout(() => setSaid((before) => nextSaid(before, line)), isTrouble(line) ? SAID_AFTER : 0)
    const last = line === 'on' ? setTimeout(() => setSaid('nothing'), BACK_FOR) : undefined
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

/** Says over every screen, also before there is one, that the connection is lost or waited for, and found again. */
export function ConnectionBar() {
  const notice = useSaid()
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
