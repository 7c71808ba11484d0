import { Button } from '@mantine/core'
import { IconFileTypeDocx } from '@tabler/icons-react'
import { releases } from '@vypusk/contract'
import { useDownload } from '../../components/download/useDownload.tsx'
import { useViewer } from './viewer.tsx'

/** Takes the release description away as a Word document. */
export function WordButton({ id }: { id: number }) {
  const { run, isRunning } = useDownload()
  const { as_company } = useViewer()
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeDocx size={15} />}
      disabled={isRunning}
      onClick={() => void run(releases.descriptionDoc, { params: { id }, query: { as_company } })}
    >
      Скачать Word
    </Button>
  )
}
