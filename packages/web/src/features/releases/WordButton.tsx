import { Button } from '@mantine/core'
import { IconFileTypeDocx } from '@tabler/icons-react'
import { releases } from '@vypusk/contract'
import { useDownload } from '../../components/download/useDownload.tsx'

/** Takes the release description away as a Word document. */
export function WordButton({ id }: { id: number }) {
  const { run, isRunning } = useDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeDocx size={15} />}
      disabled={isRunning}
      onClick={() => void run(releases.descriptionDoc, { params: { id } })}
    >
      Скачать Word
    </Button>
  )
}
