import { ownBuild, reloadPage, serverBuild } from '../../../api/build.ts'
import { liveState } from '../../../api/live.ts'
import { whenOverlaysReady } from '../../kit/feedback/showing.ts'

/**
 * A page may stay open for weeks, and is then of an earlier version than the server. What it calls is understood all the
 * same, but its person would go on without what has been mended meanwhile.
 */

/** How often the builds are compared, in ms, besides after each lost connection: a server is replaced by ending it. */
const LOOK_MS = 3_600_000
/** A proxy may answer instead of the server. */
const NAME = /^[0-9a-f]{16}$/

const offer = () =>
  whenOverlaysReady(({ showOffer }) =>
    showOffer({
      id: 'newer-build',
      message: 'Вышла новая версия. Введённое в формы сохранится.',
      action: 'Обновить',
      take: () => void reloadPage(),
    }),
  )

async function look(): Promise<void> {
  const found = await serverBuild()
  if (found !== null && NAME.test(found) && found !== ownBuild) offer()
}

/** Offers to reload the page when the server has another build, until `signal` is aborted. */
export function followBuild(signal: AbortSignal): void {
  if (ownBuild === null || signal.aborted) return
  let before = liveState.get()
  const leave = liveState.subscribe(() => {
    const isBack = before === 'lost' && liveState.get() === 'on'
    before = liveState.get()
    if (isBack) void look()
  })
  const timer = setInterval(() => void look(), LOOK_MS)
  signal.addEventListener('abort', () => (leave(), clearInterval(timer)), { once: true })
}
