import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { decodeName, publications } from '@vypusk/contract'
import { WordButton } from '../../components/kit/download/WordButton.tsx'
import { useDownload } from '../../components/kit/download/useDownload.tsx'
import { PublicationStatusActions } from './PublicationStatus.tsx'
import { customersOf } from './documents.ts'

/** Each company gets a document with its own part; staff can open any of them. */
function CompanyDocuments({ publication }: { publication: publications.Publication }) {
  const { run, isRunning } = useDownload()
  const { id } = publication
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-busy={isRunning || undefined} rightSection={<IconChevronDown size={14} />}>
          Word для компании
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {customersOf(publication).map(({ idcomp, namecomp }) => (
          <Menu.Item
            key={idcomp}
            onClick={() => void run(publications.getPublicationDoc, { params: { id }, query: { as_company: idcomp } })}
          >
            {decodeName(namecomp)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface DocumentActionsProps {
  publication: publications.Publication
  isRivc: boolean
}

/** The publication as a Word document: complete, and, for staff, as a company gets it. */
export const DocumentActions = ({ publication, isRivc }: DocumentActionsProps) => (
  <>
    <WordButton endpoint={publications.getPublicationDoc} input={{ params: { id: publication.id }, query: {} }} />
    {isRivc && customersOf(publication).length > 0 && <CompanyDocuments publication={publication} />}
    {isRivc && <PublicationStatusActions publication={publication} />}
  </>
)
