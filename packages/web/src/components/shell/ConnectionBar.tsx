import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { liveState } from '../../api/live.ts'
import { useStore } from '../../ui/store.ts'
import classes from './ConnectionBar.module.css'

/** A line that is back within this is not worth a word. */
const SAID_AFTER = 1500
const BACK_FOR = 4000

type Said = 'nothing' | 'lost' | 'back'

/** What there is to say about the line: that it is lost, and when it is back, that everything is fresh again. */
function useSaid(): Said {
  const state = useStore(liveState)
  const [said, setSaid] = useState<Said>('nothing')
  useEffect(() => {
    if (state === 'connecting') return undefined
    const say = () => setSaid((before) => (state === 'lost' ? 'lost' : before === 'lost' ? 'back' : before))
    const first = setTimeout(say, state === 'lost' ? SAID_AFTER : 0)
    const last = state === 'on' ? setTimeout(() => setSaid('nothing'), BACK_FOR) : undefined
    return () => {
      clearTimeout(first)
      clearTimeout(last)
    }
  }, [state])
  return said
}

/** Says over the screen that the connection is lost, and that it is found again. */
export function ConnectionBar() {
  const said = useSaid()
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {said === 'lost' && (
        <p className={classes.bar} data-lost>
          <IconPlugConnectedX size={16} aria-hidden />
          Связь с сервером потеряна. Показано последнее, что известно; как только связь вернётся, всё обновится само.
        </p>
      )}
      {said === 'back' && (
        <p className={classes.bar}>
          <IconPlugConnected size={16} aria-hidden />
          Связь восстановлена, данные обновлены
        </p>
      )}
    </div>
  )
}
