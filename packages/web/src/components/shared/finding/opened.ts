import { createStore } from '../../../ui/store.ts'

/** Whether the search dialog is open; it is opened by the key, the box and the button on a phone. */
export const findingOpened = createStore(false)
export const openFinding = (): void => findingOpened.set(true)
