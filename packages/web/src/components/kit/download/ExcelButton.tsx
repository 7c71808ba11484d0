import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { AnyEndpoint } from '@vypusk/contract'
import type { CallInput } from '../../../api/client.ts'
import { useDownload } from './useDownload.tsx'

interface ExcelButtonProps<E extends AnyEndpoint> {
  endpoint: E
  /** The list's own call with `isExcel`: every row that matches the filters, not only the page. */
  input: CallInput<E>
}

/** Downloads the whole filtered list as a workbook. */
export function ExcelButton<E extends AnyEndpoint>({ endpoint, input }: ExcelButtonProps<E>) {
  const { run, isRunning } = useDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={15} />}
      disabled={isRunning}
      onClick={() => void run(endpoint, input)}
    >
      Excel
    </Button>
  )
}
