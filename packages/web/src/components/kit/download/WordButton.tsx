import { Button } from '@mantine/core'
import { IconFileTypeDocx } from '@tabler/icons-react'
import type { AnyEndpoint } from '@vypusk/contract'
import type { CallInput } from '../../../api/client.ts'
import { useDownload } from './useDownload.tsx'

interface WordButtonProps<E extends AnyEndpoint> {
  endpoint: E
  input: CallInput<E>
}

/** Downloads what the screen shows as a Word document. */
export function WordButton<E extends AnyEndpoint>({ endpoint, input }: WordButtonProps<E>) {
  const { run, isRunning } = useDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeDocx size={15} />}
      disabled={isRunning}
      onClick={() => void run(endpoint, input)}
    >
      Скачать Word
    </Button>
  )
}
