import { Button, type ButtonProps } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { dossiers } from '@vypusk/contract'
import { IconAction } from '../../../ui/IconAction.tsx'
import { useDownload } from '../../kit/download/useDownload.tsx'

interface DossierProps {
  release_id: number
  /** Staff: of this company alone; a client always gets the own. */
  company?: number
}

const LABEL = 'Досье'

function useDossier({ release_id, company }: DossierProps) {
  const { run, isRunning } = useDownload()
  return {
    disabled: isRunning,
    onClick: () => void run(dossiers.get, { params: { id: release_id }, query: { company } }),
  }
}

/** Takes everything that happened about a release away as one file that can be verified without the server. */
export const DossierButton = ({ size, ...of }: DossierProps & Pick<ButtonProps, 'size'>) => (
  <Button variant="subtle" size={size} leftSection={<IconFileZip size={15} />} {...useDossier(of)}>
    {LABEL}
  </Button>
)

/** The same where there is no room for words. */
export const DossierIcon = (of: DossierProps) => (
  <IconAction label={LABEL} size={30} {...useDossier(of)}>
    <IconFileZip size={17} stroke={1.7} />
  </IconAction>
)
