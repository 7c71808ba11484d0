import { inTab } from '../../../ui/storage.ts'
import { createStore } from '../../../ui/store.ts'
import { forgetShown, whenOverlaysReady } from './showing.ts'
import type { Leading, ShownToast, ToastKind } from './showing.ts'

/** How long each kind stays, in ms (brief, section 9). All pause under the pointer. */
const STAYS: Record<ToastKind, number> = {
  success: 1000,
  warning: 1500,
  mailError: 3000,
  publicationError: 5000,
  error: 5000,
  undo: 5000,
}

export interface PastToast {
  id: number
  kind: ToastKind
  message: string
  /** Milliseconds since 1970. */
  at: number
}

const KEPT = 30
const kept = inTab<readonly PastToast[]>('toasts')
/** Recent messages, newest first: a toast of one second can be read again in the bell's list, even after a reload. */
export const pastToasts = createStore<readonly PastToast[]>(kept.read() ?? [])

/** Messages for one person are not for the next one who signs in. */
export function forgetToasts(): void {
  pastToasts.set([])
  kept.write(null)
  forgetShown()
}

let nextId = (pastToasts.get()[0]?.id ?? 0) + 1

function announce(kind: ToastKind, message: string, more: Partial<ShownToast> = {}): void {
  pastToasts.set([{ id: nextId++, kind, message, at: Date.now() }, ...pastToasts.get()].slice(0, KEPT))
  kept.write(pastToasts.get())
  whenOverlaysReady(({ showToast }) => showToast({ kind, message, stays: STAYS[kind], ...more }))
}

export const toast = {
  success: (message: string) => announce('success', message),
  warning: (message: string) => announce('warning', message),
  mailError: (message: string) => announce('mailError', message),
  publicationError: (message: string) => announce('publicationError', message),
  error: (message: string) => announce('error', message),
  /**
   * Reports what was done and offers to undo it, for 5 s or for as long as undoing is possible; optionally links to the
   * result.
   */
  undo: (message: string, undo: () => void, leading?: Leading, stays = STAYS.undo) =>
    announce('undo', message, { undo, leading, stays }),
}
