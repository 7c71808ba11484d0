import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import type { Question } from './showing.ts'

/** Opens the dialog «Ошибка»; one with the same id that is already open stays as it is. */
export function openError(children: ReactNode, modalId?: string): void {
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

/** Closes whatever is open; whoever asked is answered with «Отмена». */
export const closeDialogs = (): void => modals.closeAll()

/** Opens a question and passes on the answer. */
export function openQuestion(
  { title, children, action, cancel = 'Отмена', dangerous = false, isExpected = false }: Question,
  answer: (isWanted: boolean) => void,
): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="md" component="div">
        {children}
      </Text>
    ),
    labels: { confirm: action, cancel },
    confirmProps: { color: dangerous ? 'red' : 'accent', ...(isExpected && { 'data-autofocus': true }) },
    onConfirm: () => answer(true),
    onCancel: () => answer(false),
    onClose: () => answer(false),
  })
}
