import { useRouter } from '@tanstack/react-router'
import { remember } from './api.ts'
import type { Option } from './sections.ts'

/** Things of these kinds have no page that would record them as opened. */
const WITHOUT_PAGE = new Set(['company', 'person'])

/** Carries out a line; a link can be opened in a new tab. */
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
