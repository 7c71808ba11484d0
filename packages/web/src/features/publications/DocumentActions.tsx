import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { publications } from '@vypusk/contract'
import { WordButton } from '../../components/kit/download/WordButton.tsx'
import { useDownload } from '../../components/kit/download/useDownload.tsx'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { PublicationStatusActions } from './PublicationStatus.tsx'
import { customersOf } from './documents.ts'

/** Each company gets a document with its own part; staff can open any of them. */
function CompanyDocuments({ publication }: { publication: publications.Publication }) {
  const { run, isRunning } = useDownload()
  const { id } = publication
  const customers = customersOf(publication)
  const nameOf = useFullNames(customers)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-busy={isRunning || undefined} rightSection={<IconChevronDown size={14} />}>
          Word для компании
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {customers.map((company) => (
          <Menu.Item
            key={company.idcomp}
            onClick={() =>
              void run(publications.getPublicationDoc, { params: { id }, query: { as_company: company.idcomp } })
            }
          >
            {nameOf(company)}
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
