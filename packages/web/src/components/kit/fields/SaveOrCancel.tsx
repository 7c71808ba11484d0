import { Button, Group } from '@mantine/core'

interface SaveOrCancelProps {
  isSaving: boolean
  /** `compact-sm` inside a panel. */
  size?: 'compact-sm'
  onCancel: () => void
}

/** The buttons of a form that stands in the place of what it changes. */
export const SaveOrCancel = ({ isSaving, size, onCancel }: SaveOrCancelProps) => (
  <Group gap="xs">
    <Button type="submit" size={size} loading={isSaving}>
      Сохранить
    </Button>
    <Button variant="default" size={size} onClick={onCancel}>
      Отмена
    </Button>
  </Group>
)
