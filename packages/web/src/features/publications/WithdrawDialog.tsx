import { Text } from '@mantine/core'
import { publications } from '@vypusk/contract'
import type { letters, ReplyOf } from '@vypusk/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { ReasonDialog } from '../../components/kit/fields/ReasonDialog.tsx'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'
import { showNotice, withMail } from '../../components/kit/feedback/notices.ts'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { companyReceiptsQuery, copiesQuery, withdrawalLettersQuery, withdrawPublication } from './api.ts'
import { havingOf } from './receipts/company-receipts.ts'
import quiet from '../../ui/quiet.module.css'

type Publication = publications.Publication

const useWithdraw = (id: number) =>
  useChange({
    changes: ['publication', 'release'],
    mutationFn: (reason: string) => withdrawPublication(id, reason),
    onSuccess: ({ mail }) => showNotice(withMail('Публикация отозвана', mail)),
    onError: notifyRefusal,
  })

/** The companies that already have some of the files, which cannot be taken back. */
function Having({ publication }: { publication: Publication }) {
  const result = useQuery(companyReceiptsQuery(publication.id))
  return (
    <Loaded result={result} failed="Не удалось узнать, у кого файлы уже есть" loading={null}>
      {({ companies }) => <HavingList having={havingOf(companies, publication.list)} />}
    </Loaded>
  )
}

function HavingList({ having }: { having: ReturnType<typeof havingOf> }) {
  const nameOf = useFullNames(having.map(({ company }) => company))
  if (having.length === 0) return <Text size="sm">Файлы ещё никто не получил.</Text>
  return (
    <div>
      <Text size="sm">Уже есть у компаний, забрать у них нельзя:</Text>
      <ul>
        {having.map(({ company, words }) => (
          <li key={company.idcomp}>
            {nameOf(company)} <span className={quiet.dim}>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many people are told by letter, and the companies of which nobody can be. */
function Notified({ id }: Pick<Publication, 'id'>) {
  const result = useQuery(withdrawalLettersQuery(id))
  return (
    <Loaded result={result} failed="Не удалось узнать, кому напишем" loading={null}>
      {(notified) => <Recipients {...notified} />}
    </Loaded>
  )
}

function Recipients({ letters: count, silent }: ReplyOf<typeof letters.ofWithdrawal>) {
  const nameOf = useFullNames(silent)
  return (
    <>
      <Text size="sm">
        {count > 0
          ? `Писем с причиной: ${count} – получателям и тем, кто уже открыл или скачал публикацию, даже если она им больше не видна.`
          : 'Писем с причиной не будет: отправить их некому.'}
      </Text>
      {silent.length > 0 && <Text size="sm">Сообщить некому: {silent.map(nameOf).join(', ')}.</Text>}
    </>
  )
}

/** The consequences of withdrawing: who is notified, who already has files, and which copies remain. */
function Consequences({ publication }: { publication: Publication }) {
  const { data } = useInfiniteQuery(copiesQuery(publication.id, 'unsent'))
  const copies = data?.pages[0]?.counts.sent ?? 0
  return (
    <>
      <Text size="sm">
        Клиенты больше не скачают файлы этой публикации; страница останется и скажет почему. В «колокольчике» её увидят
        те, кто может её открыть. Вернуть публикацию нельзя – можно выпустить исправленный комплект.
      </Text>
      <Notified id={publication.id} />
      <Having publication={publication} />
      {copies > 0 && <Text size="sm">Копии на FTP (файлов: {copies}) останутся: удалите их сами.</Text>}
    </>
  )
}

interface WithdrawDialogProps {
  publication: Publication
  onClose: () => void
}

/** Withdraws a publication with a reason that clients read. */
export function WithdrawDialog({ publication, onClose }: WithdrawDialogProps) {
  const { id } = publication
  const { mutateAsync, isPending } = useWithdraw(id)
  return (
    <ReasonDialog
      title={`Отозвать публикацию ${id}?`}
      label="Причина"
      description="Её прочитают клиенты"
      maxLength={publications.MAX_REASON}
      action="Отозвать"
      color="red"
      draft={`publication.${id}.withdraw`}
      isPending={isPending}
      onClose={onClose}
      onSave={(reason) => mutateAsync(reason.trim())}
    >
      <Consequences publication={publication} />
    </ReasonDialog>
  )
}
