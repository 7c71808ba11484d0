import { Button, CopyButton, Group, TextInput } from '@mantine/core'

interface ShownOnceProps {
  label: string
  description: string
  value: string
}

/** A secret that is not stored anywhere and has to be copied now. */
export const ShownOnce = ({ label, description, value }: ShownOnceProps) => (
  <Group gap="xs" align="end" wrap="nowrap">
    <TextInput
      label={label}
      description={description}
      readOnly
      flex={1}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyButton value={value}>
      {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Скопировано' : 'Скопировать'}</Button>}
    </CopyButton>
  </Group>
)
