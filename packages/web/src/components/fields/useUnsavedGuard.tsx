import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../feedback/dialogs.tsx'

/**
 * Asks before leaving a screen with unsaved changes, and before closing the tab.
 * @param isDirty asked at the moment of leaving
 */
export function useUnsavedGuard(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || current.pathname === next.pathname) return false
      const leave = await confirm({
        title: 'Уйти без сохранения?',
        children: 'Изменения не сохранены. Черновик останется в браузере, к нему можно вернуться.',
        action: 'Уйти',
      })
      return !leave
    },
    enableBeforeUnload: isDirty,
  })
}
