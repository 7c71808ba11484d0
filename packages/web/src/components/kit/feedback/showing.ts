import type { ReactNode } from 'react'
import { createStore } from '../../../ui/store.ts'

/**
 * Shows dialogs and toasts. Their code is loaded after the first screen, or with the first of them (Overlays.tsx);
 * until then whatever is to be shown is queued.
 */

export type ToastKind = 'success' | 'warning' | 'mailError' | 'publicationError' | 'error' | 'undo'

/** A link to the result of the action. */
export interface Leading {
  label: string
  open: () => void
}

export interface ShownToast {
  /** Only for a toast that may have to be hidden before its time. */
  id?: string
  kind: ToastKind
  message: string
  /** In ms. */
  stays: number
  undo?: () => void
  leading?: Leading | undefined
}

/** The progress of a download, in bytes. */
export interface ShownProgress {
  /** Id of the toast. */
  id: string
  received: number
  total: number | null
  stop: () => void
}

/** Something that the person may do when it suits. */
export interface ShownOffer {
  /** Id of the toast. */
  id: string
  message: string
  /** The verb for it: «Обновить». */
  action: string
  take: () => void
}

export interface Question {
  title: string
  children: ReactNode
  /** The verb for the action: «Удалить». */
  action: string
  /** The verb for not doing it. */
  cancel?: string
  dangerous?: boolean
  /** Enter confirms: the person has requested the action and only checks it once more. */
  isExpected?: boolean
}

/** The functions that show dialogs and toasts. */
export interface Overlaying {
  showToast: (toast: ShownToast) => void
  openError: (children: ReactNode, modalId?: string) => void
  openQuestion: (question: Question, answer: (isWanted: boolean) => void) => void
  showProgress: (progress: ShownProgress) => void
  showOffer: (offer: ShownOffer) => void
  hideToast: (id: string) => void
  cleanToasts: () => void
  /** Closes all dialogs; a question is answered with «Отмена». */
  closeDialogs: () => void
}

export const overlaysNeeded = createStore(false)

/** Stays set once loaded; `isMounted` is whether it is mounted. */
let overlaying: Overlaying | null = null
let isMounted = false
type Show = (by: Overlaying) => void
let waiting: Show[] = []

/** Shows something now, or as soon as dialogs and toasts are mounted. */
export function whenOverlaysReady(show: Show): void {
  if (overlaying && isMounted) return show(overlaying)
  waiting.push(show)
  overlaysNeeded.set(true)
}

/** Removes the dialogs and toasts, and everything that is still queued. */
export function forgetShown(): void {
  waiting = []
  overlaying?.cleanToasts()
  overlaying?.closeDialogs()
}

/**
 * To be called when dialogs and toasts are mounted.
 * @returns a function to call when they are unmounted
 */
export function overlaysMounted(by: Overlaying): () => void {
  overlaying = by
  isMounted = true
  const shows = waiting
  waiting = []
  for (const show of shows) show(by)
  return () => {
    isMounted = false
  }
}
