import { Alert } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { asSentence, type publications } from '@vypusk/contract'
import { Link } from '@tanstack/react-router'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../paths.ts'
import { AbleButton } from '../../ui/AbleButton.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

type Publication = publications.Publication

const PublicationLink = ({ id }: { id: number }) => (
  <Link to={paths.publication} params={{ publicationId: String(id) }}>
    {`публикация ${id}`}
  </Link>
)

/** Whether the publication is still valid, and what replaces it. */
export function PublicationStatus({
  publication: { withdrawn, corrects, corrected_by },
}: {
  publication: Publication
}) {
  if (!withdrawn && corrects === null && corrected_by.length === 0) return null
  return (
    <div>
      {withdrawn && (
        <Alert color="red" mb="sm" title={`Отозвана ${formatMoment(withdrawn.at)}, ${withdrawn.by.name}`}>
          Причина: {asSentence(withdrawn.reason)} Устанавливать эти файлы не нужно, клиентам их больше не скачать.
        </Alert>
      )}
      {corrected_by.length > 0 && (
        <Alert color="yellow" mb="sm" title="Есть исправленный комплект">
          Вместо неё:{' '}
          {corrected_by.map((id, n) => (
            <span key={id}>
              {n > 0 && ', '}
              <PublicationLink id={id} />
            </span>
          ))}
        </Alert>
      )}
      {corrects !== null && (
        <Alert color="accent" mb="sm" title="Исправленный комплект">
          Исправляется <PublicationLink id={corrects} />
        </Alert>
      )}
    </div>
  )
}

/** Buttons for withdrawing it and for publishing corrected files; for staff. */
export function PublicationStatusActions({ publication }: { publication: Publication }) {
  const [isWithdrawing, dialog] = useDisclosure(false)
  const { id, list, abilities } = publication
  const release_ids = list.map(({ release }) => release.id).join(',')
  return (
    <>
      <RouteButton to={paths.publicationAdd} search={{ release_ids, corrects: String(id) }} variant="default">
        Исправленный комплект
      </RouteButton>
      <AbleButton ability={abilities.withdraw} onClick={dialog.open}>
        Отозвать…
      </AbleButton>
      {isWithdrawing && <WithdrawDialog publication={publication} onClose={dialog.close} />}
    </>
  )
}
