import { Button, type ButtonProps } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { dossiers } from '@vypusk/contract'
import { useDownload } from '../../kit/download/useDownload.tsx'

interface DossierButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  release_id: number
  /** Staff: of this company alone; a client always gets the own. */
  company?: number
}

/** Takes everything that happened about a release away as one file that can be verified without the server. */
export function DossierButton({ release_id, company, size, variant = 'default' }: DossierButtonProps) {
  const { run, isRunning } = useDownload()
  return (
    <Button
      variant={variant}
      size={size}
      leftSection={<IconFileZip size={15} />}
      disabled={isRunning}
      onClick={() => void run(dossiers.get, { params: { id: release_id }, query: { company } })}
    >
      Досье
    </Button>
  )
}
