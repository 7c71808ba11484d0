import { later, usePart } from '../../kit/feedback/later.ts'
import { useStore } from '../../../ui/store.ts'
import { findingOpened } from '../finding/opened.ts'
import type { DialogsProps } from './ShownDialogs.tsx'

const dialogs = later(() => import('./ShownDialogs.tsx'))

/** What is pressed while a dialog is on its way is the dialog's: the keys of the page are silent. */
const OnItsWay = () => <div aria-modal="true" hidden />

/** The dialogs that open over every screen. They come after it, and their keys work before. */
export function Dialogs(props: DialogsProps) {
  const isAsked = useStore(findingOpened) || props.keys.opened || props.about.opened
  const come = usePart(dialogs, isAsked)
  if (come) return <come.ShownDialogs {...props} />
  return isAsked ? <OnItsWay /> : null
}
