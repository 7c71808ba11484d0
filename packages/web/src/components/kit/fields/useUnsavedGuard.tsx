import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../../api/session.ts'
import { confirm } from '../feedback/dialogs.tsx'

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
      const leave = await confirm({
        title: 'Уйти без сохранения?',
        children: 'Изменения не сохранены. Черновик останется в браузере, к нему можно вернуться.',
        action: 'Уйти',
      })
      return !leave
    },
    enableBeforeUnload: mustAsk,
  })
}
