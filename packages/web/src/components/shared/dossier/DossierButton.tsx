import { Button, type ButtonProps } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { dossiers } from '@vypusk/contract'
import { IconAction } from '../../../ui/IconAction.tsx'
import { useDownload } from '../../kit/download/useDownload.tsx'

interface DossierProps {
  release_id: number
  /** For staff: only this company. A client always gets its own. */
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

/** Downloads everything that happened to a release as one file, which can be verified without the server. */
export const DossierButton = ({ size, ...of }: DossierProps & Pick<ButtonProps, 'size'>) => (
  <Button variant="subtle" size={size} leftSection={<IconFileZip size={15} />} {...useDossier(of)}>
    {LABEL}
  </Button>
)

/** The same where there is no room for text. */
export const DossierIcon = (of: DossierProps) => (
  <IconAction label={LABEL} size={30} {...useDossier(of)}>
    <IconFileZip size={17} stroke={1.7} />
  </IconAction>
)
