import { createStore } from '../../../ui/store.ts'

/** Whether the window of the search over everything is open: the key, the box and the phone's button all open it. */
export const findingOpened = createStore(false)
export const openFinding = (): void => findingOpened.set(true)
