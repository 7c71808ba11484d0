import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inTab } from '../../../ui/storage.ts'
import { createStore } from '../../../ui/store.ts'

/** How long each kind stays, in ms (brief, section 9). All pause under the pointer. */
const STAYS = {
  success: 1000,
  warning: 1500,
  mailError: 3000,
  publicationError: 5000,
  error: 5000,
  undo: 5000,
} as const
export type ToastKind = keyof typeof STAYS

export interface ToldToast {
  id: number
  kind: ToastKind
  message: string
  /** Milliseconds since 1970. */
  at: number
}

const KEPT = 30
const keptTold = inTab<readonly ToldToast[]>('told')
/** What was said lately, newest first: a toast of one second can be read again behind the bell, after a reload too. */
export const toldToasts = createStore<readonly ToldToast[]>(keptTold.read() ?? [])

const looks: Record<ToastKind, { color: string; icon: ReactNode }> = {
  success: { color: 'green', icon: <IconCheck size={16} /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={16} /> },
  mailError: { color: 'yellow', icon: <IconAlertTriangle size={16} /> },
  publicationError: { color: 'red', icon: <IconAlertTriangle size={16} /> },
  error: { color: 'red', icon: <IconCircleX size={16} /> },
  undo: { color: 'accent', icon: <IconArrowBackUp size={16} /> },
}

/** What was said to one person is not for the next. */
export function forgetToasts(): void {
  toldToasts.set([])
  keptTold.write(null)
  notifications.clean()
}

let nextId = (toldToasts.get()[0]?.id ?? 0) + 1

function tell(kind: ToastKind, message: string, body: ReactNode = message, stays: number = STAYS[kind]): string {
  toldToasts.set([{ id: nextId++, kind, message, at: Date.now() }, ...toldToasts.get()].slice(0, KEPT))
  keptTold.write(toldToasts.get())
  const role = kind === 'success' || kind === 'undo' ? 'status' : 'alert'
  return notifications.show({ message: body, ...looks[kind], autoClose: stays, role, withBorder: true })
}

/** Where what was done can be looked at. */
interface Leading {
  label: string
  open: () => void
}

const undoBody = (message: string, undo: () => void, leading?: Leading) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <Text size="sm">
      {message}
      {leading && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={leading.open}>
            {leading.label}
          </Anchor>
        </>
      )}
    </Text>
    <Button variant="light" size="compact-xs" flex="none" onClick={undo}>
      Отменить
    </Button>
  </Group>
)

export const toast = {
  success: (message: string) => void tell('success', message),
  warning: (message: string) => void tell('warning', message),
  mailError: (message: string) => void tell('mailError', message),
  publicationError: (message: string) => void tell('publicationError', message),
  error: (message: string) => void tell('error', message),
  /** Says what was done and for 5 s, or as long as it can be, offers to take it back, and to look at it. */
  undo: (message: string, onUndo: () => void, leading?: Leading, stays?: number) => {
    const id = tell(
      'undo',
      message,
      undoBody(message, () => (notifications.hide(id), onUndo()), leading),
      stays,
    )
  },
}
