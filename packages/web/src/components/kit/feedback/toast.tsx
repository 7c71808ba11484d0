import { isApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { onCarriedOut } from '../../../api/matter.ts'
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
  refused.clear()
  forgetShown()
}

let nextId = (pastToasts.get()[0]?.id ?? 0) + 1

function announce(kind: ToastKind, message: string, more: Partial<ShownToast> = {}): void {
  pastToasts.set([{ id: nextId++, kind, message, at: Date.now() }, ...pastToasts.get()].slice(0, KEPT))
  kept.write(pastToasts.get())
  whenOverlaysReady(({ showToast }) => showToast({ kind, message, stays: STAYS[kind], ...more }))
}

/** The refusals shown last, by what was attempted. */
const refused = new Map<string, string>()

/** Removes the refusal of an earlier attempt: it is no longer true. */
function hideRefusal(matter: string): void {
  const id = refused.get(matter)
  refused.delete(matter)
  if (id !== undefined) whenOverlaysReady(({ hideToast }) => hideToast(id))
}

onCarriedOut(hideRefusal)

function announceError(message: string, refusal?: unknown): void {
  const matter = isApiError(refusal) ? refusal.matter : undefined
  if (matter === undefined) return announce('error', message)
  hideRefusal(matter)
  const id = newKey()
  refused.set(matter, id)
  announce('error', message, { id })
}

export const toast = {
  success: (message: string) => announce('success', message),
  warning: (message: string) => announce('warning', message),
  mailError: (message: string) => announce('mailError', message),
  publicationError: (message: string) => announce('publicationError', message),
  /** @param refusal the error of an attempt, whose toast is removed when another attempt has succeeded */
  error: announceError,
  /**
   * Reports what was done and offers to undo it, for 5 s or for as long as undoing is possible; optionally links to the
   * result.
   */
  undo: (message: string, undo: () => void, leading?: Leading, stays = STAYS.undo) =>
    announce('undo', message, { undo, leading, stays }),
}
