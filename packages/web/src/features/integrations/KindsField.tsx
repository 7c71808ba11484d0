import { Checkbox, SimpleGrid } from '@mantine/core'
import type { CheckboxGroupProps } from '@mantine/core'
import { webhooks } from '@vypusk/contract'

interface KindsFieldProps extends Omit<CheckboxGroupProps, 'children'> {
  kinds: readonly webhooks.WebhookKind[]
}

/** The events to be notified about. */
export const KindsField = ({ kinds, ...props }: KindsFieldProps) => (
  <Checkbox.Group label="О чём сообщать" {...props}>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} mt={6}>
      {kinds.map((kind) => (
        // The group shows the error; a form leads to what is marked as wrong (`leadToFirst`).
        <Checkbox
          key={kind}
          value={kind}
          label={webhooks.KIND_NAMES[kind]}
          aria-invalid={props.error ? true : undefined}
        />
      ))}
    </SimpleGrid>
  </Checkbox.Group>
)
