import { Button } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { usePlace } from './place.ts'

/** Above the entries, where only the newest are shown. */
export function EarlierButton({ of }: { of: readonly threads.Thread[] }) {
  const { earlier } = usePlace()
  if (!of.some((thread) => thread.earlier > 0)) return null
  return (
    <Button variant="subtle" size="compact-sm" loading={earlier.isPending} onClick={() => void earlier.show()}>
      Показать более ранние
    </Button>
  )
}
