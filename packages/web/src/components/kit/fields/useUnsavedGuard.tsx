import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../../api/session.ts'
import { confirm } from '../feedback/dialogs.tsx'

const UNSAVED = {
  title: 'Уйти без сохранения?',
  children: 'Изменения не сохранены. Черновик останется в браузере, к нему можно вернуться.',
}

/** Where a page leads that the server has refused: nobody chose to leave, and nobody can come back to the draft. */
const REFUSED = /^\/error40[34]$/
const GONE = {
  title: 'Страница больше не открывается',
  children:
    'Пока вы писали, запись удалили или закрыли от вас: сохранить изменения не получится. «Отмена» оставит написанное на экране, чтобы его скопировать.',
}

/**
 * Asks before leaving a screen with unsaved changes, and before closing the tab. Does not ask when the session has
 * ended, because nobody may stay then; the draft is kept for its person.
 * @param isDirty called at the moment of leaving
 */
export function useUnsavedGuard(isDirty: () => boolean): void {
  const [token] = useState(() => session.get()?.token)
  const mustAsk = () => session.get()?.token === token && isDirty()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!mustAsk() || current.pathname === next.pathname) return false
      return !(await confirm({ ...(REFUSED.test(next.pathname) ? GONE : UNSAVED), action: 'Уйти' }))
    },
    enableBeforeUnload: mustAsk,
  })
}
