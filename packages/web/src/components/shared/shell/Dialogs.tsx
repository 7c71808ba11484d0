import { useEffect } from 'react'
import { later, usePart } from '../../kit/feedback/later.ts'
import { useStore } from '../../../ui/store.ts'
import { closeFinding, findingOpened } from '../finding/opened.ts'
import type { DialogsProps } from './ShownDialogs.tsx'

const dialogs = later(() => import('./ShownDialogs.tsx'))

/** While a dialog is loading, pressed keys are meant for it: this silences the keys of the page. */
const OnItsWay = () => <div aria-modal="true" hidden />

/** The dialogs that open over every screen. They are loaded after the screen; their keys work earlier. */
export function Dialogs(props: DialogsProps) {
  const isNeeded = useStore(findingOpened) || props.keys.opened || props.about.opened
  const loaded = usePart(dialogs, isNeeded)
  // Whoever signs in next does not begin with the search.
  useEffect(() => closeFinding, [])
  if (loaded) return <loaded.ShownDialogs {...props} />
  return isNeeded ? <OnItsWay /> : null
}
