import type { ReactNode } from 'react'
import { createStore } from '../../../ui/store.ts'

/**
 * Dialogs and toasts stand in a part that comes after the first screen, or with the first of them (Overlays.tsx). Whatever
 * is said before it stands is said as soon as it does.
 */

export type ToastKind = 'success' | 'warning' | 'mailError' | 'publicationError' | 'error' | 'undo'

/** Where what was done can be looked at. */
export interface Leading {
  label: string
  open: () => void
}

export interface ShownToast {
  kind: ToastKind
  message: string
  /** In ms. */
  stays: number
  undo?: () => void
  leading?: Leading | undefined
}

/** How far a file has come, in bytes. */
export interface ShownProgress {
  /** Of its toast. */
  id: string
  received: number
  total: number | null
  stop: () => void
}

export interface Question {
  title: string
  children: ReactNode
  /** The verb of what will be done: «Удалить». */
  action: string
  /** The verb of leaving all as it is. */
  cancel?: string
  dangerous?: boolean
  /** Enter does it: what was asked for is only looked at once more. */
  isExpected?: boolean
}

/** What shows them. */
export interface Overlaying {
  showToast: (toast: ShownToast) => void
  openError: (children: ReactNode, modalId?: string) => void
  openQuestion: (question: Question, answer: (isWanted: boolean) => void) => void
  showProgress: (progress: ShownProgress) => void
  hideToast: (id: string) => void
  cleanToasts: () => void
}

export const overlaysAsked = createStore(false)

/** What has come stays known; `isStanding` says whether it is on the page. */
let overlaying: Overlaying | null = null
let isStanding = false
type Show = (by: Overlaying) => void
let waiting: Show[] = []

/** Shows something now, or as soon as there is a place for it. */
export function whenOverlaysStand(show: Show): void {
  if (overlaying && isStanding) return show(overlaying)
  waiting.push(show)
  overlaysAsked.set(true)
}

/** Takes away what is shown in passing, and what still waits to be. */
export function forgetShown(): void {
  waiting = []
  overlaying?.cleanToasts()
}

/** @returns what says that they stand no longer */
export function overlaysStand(by: Overlaying): () => void {
  overlaying = by
  isStanding = true
  const shows = waiting
  waiting = []
  for (const show of shows) show(by)
  return () => {
    isStanding = false
  }
}
