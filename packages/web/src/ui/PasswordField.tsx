import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'

/**
 * A password. The library, unlike for its other fields, does not mark one with an error as invalid: a screen reader
 * would not say so, and nothing would lead to it.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />
)
