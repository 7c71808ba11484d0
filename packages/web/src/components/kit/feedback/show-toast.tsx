import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/duration.ts'
import type { Leading, ShownOffer, ShownProgress, ShownToast, ToastKind } from './showing.ts'

const looks: Record<ToastKind, { color: string; icon: ReactNode }> = {
  success: { color: 'green', icon: <IconCheck size={16} /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={16} /> },
  mailError: { color: 'yellow', icon: <IconAlertTriangle size={16} /> },
  publicationError: { color: 'red', icon: <IconAlertTriangle size={16} /> },
  error: { color: 'red', icon: <IconCircleX size={16} /> },
  undo: { color: 'accent', icon: <IconArrowBackUp size={16} /> },
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

/** Shows a toast, with «Отменить» when the action can be undone. */
export function showToast({ id: known, kind, message, stays, undo, leading }: ShownToast): void {
  const role = kind === 'success' || kind === 'undo' ? 'status' : 'alert'
  let isTakenBack = false
  const takeBack = () => {
    // While the toast disappears its button can still be pressed.
    if (isTakenBack) return
    isTakenBack = true
    notifications.hide(id)
    undo?.()
  }
  const body = undo ? undoBody(message, takeBack, leading) : message
  const id = notifications.show({
    ...(known !== undefined && { id: known }),
    message: body,
    ...looks[kind],
    autoClose: stays,
    role,
    withBorder: true,
  })
}

const KILOBYTE = 1024

/** The expected size is an estimate from the first rows, so the last per cent is shown only at the end. */
const MOST = 99

const amountOf = ({ received, total }: ShownProgress): string =>
  total
    ? `${Math.min(MOST, Math.floor((received / total) * 100))} %`
    : `${formatNumber(Math.round(received / KILOBYTE))} КБ`

const progressBody = (progress: ShownProgress) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">Генерация файла для скачивания{progress.received > 0 && `: ${amountOf(progress)}`}</Text>
    <Button variant="light" size="compact-xs" flex="none" onClick={progress.stop}>
      Остановить
    </Button>
  </Group>
)

/** Shows the progress of a download, or updates it; the toast stays until it is hidden. */
export function showProgress(progress: ShownProgress): void {
  const look = { loading: true, autoClose: false, withCloseButton: false } as const
  const drawn = { id: progress.id, ...look, message: progressBody(progress) }
  if (progress.received === 0) notifications.show(drawn)
  else notifications.update(drawn)
}

/** Shows an offer, which stays until it is taken up or closed. */
export const showOffer = ({ id, message, action, take }: ShownOffer): void =>
  void notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button variant="light" size="compact-xs" flex="none" onClick={take}>
          {action}
        </Button>
      </Group>
    ),
    color: 'accent',
    icon: <IconRefresh size={16} />,
    autoClose: false,
    role: 'status',
    withBorder: true,
  })

export const hideToast = (id: string): void => void notifications.hide(id)
export const cleanToasts = (): void => notifications.clean()
