import { Button } from '@mantine/core'
import { useAsking } from '../../components/shared/asking/useAsking.tsx'

interface ManyActionsProps {
  ids: number[]
  clear: () => void
}

/** What can be done with marked agreements. */
export function ManyActions({ ids, clear }: ManyActionsProps) {
  const { ask, isPending, action } = useAsking(clear)
  return (
    <>
      <Button loading={action === 'send'} disabled={isPending} onClick={() => ask('send', ids)}>
        Отправить клиенту
      </Button>
      <Button variant="default" loading={action === 'remind'} disabled={isPending} onClick={() => ask('remind', ids)}>
        Напомнить
      </Button>
    </>
  )
}
