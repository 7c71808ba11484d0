import type { ReactNode } from 'react'
import { whenOverlaysReady } from './showing.ts'
import type { Question } from './showing.ts'

/**
 * Shows the dialog titled «Ошибка» (brief, section 8). `children` may contain a link, for example to an existing
 * agreement. A dialog with the same `modalId` is not opened twice.
 */
export const showError = (children: ReactNode, modalId?: string): void =>
  whenOverlaysReady(({ openError }) => openError(children, modalId))

/** Asks before something that cannot be undone; where undoing is possible use `toast.undo`. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => whenOverlaysReady(({ openQuestion }) => openQuestion(question, resolve)))
