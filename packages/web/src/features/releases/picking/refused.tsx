import { Stack } from '@mantine/core'
import { showError } from '../../../components/kit/feedback/dialogs.tsx'

/** Shows which companies were not asked, and why, when the dialog that would show it has been closed. */
export function showRefused(title: string, refused: readonly { company_id: number; name: string; message: string }[]) {
  showError(
    <Stack gap="xs">
      <div>{title}</div>
      {refused.map(({ company_id, name, message }) => (
        <div key={company_id}>
          {name}: {message}
        </div>
      ))}
    </Stack>,
  )
}
