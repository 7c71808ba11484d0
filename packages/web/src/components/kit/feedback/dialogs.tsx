import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** The dialog titled «Ошибка» (brief, section 8). `children` may hold a link, as for an existing agreement. One of an id is not opened twice. */
export function showError(children: ReactNode, modalId?: string): void {
  const id = modals.open({
    title: 'Ошибка',
    ...(modalId !== undefined && { modalId }),
    children: (
      <Stack gap="md">
        <Text size="md" component="div" role="alert">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => modals.close(id)}>
            Понятно
          </Button>
        </Group>
      </Stack>
    ),
  })
}

interface Question {
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

/** Asks before something that cannot be undone; where undoing is possible use `toast.undo`. */
export const confirm = ({
  title,
  children,
  action,
  cancel = 'Отмена',
  dangerous = false,
  isExpected = false,
}: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text size="md" component="div">
          {children}
        </Text>
      ),
      labels: { confirm: action, cancel },
      confirmProps: { color: dangerous ? 'red' : 'accent', ...(isExpected && { 'data-autofocus': true }) },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
