import { useRouter } from '@tanstack/react-router'
import { remember } from './api.ts'
import type { Option } from './sections.ts'

/** Pages of these do not say of themselves that they were opened. */
const WITHOUT_PAGE = new Set(['company', 'person'])

/** Does what a line says; a link may be wanted in a tab of its own. */
export function usePick(close: () => void): (option: Option, inNewTab: boolean) => void {
  const { history } = useRouter()
  return ({ href, act, thing }, inNewTab) => {
    if (thing && WITHOUT_PAGE.has(thing.kind)) void remember(thing.kind, thing.id)
    if (href && inNewTab) window.open(href, '_blank')
    else {
      close()
      if (href) history.push(href)
      else act?.()
    }
  }
}
