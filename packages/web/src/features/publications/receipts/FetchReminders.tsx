import { receipts } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { showNotice, withMail } from '../../../components/kit/feedback/notices.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import quiet from '../../../ui/quiet.module.css'

const useRemind = (publication_id: number) =>
  useChange({
    changes: ['publication'],
    mutationFn: (company: number) =>
      call(receipts.remind, { params: { id: publication_id }, body: { company }, onRefusal: 'throw' }),
    onSuccess: ({ mail }) => showNotice(withMail('Напоминание отправлено', mail)),
    onError: notifyRefusal,
  })

interface FetchRemindersProps {
  publication_id: number
  row: receipts.CompanyReceipt
}

/** The reminders sent to a company that has not downloaded its files, and a button to remind it now. */
export function FetchReminders({ publication_id, row }: FetchRemindersProps) {
  const { mutate, isPending } = useRemind(publication_id)
  const nameOf = useFullNames()
  const { sent, next, remind } = row.reminders
  // There is nothing to show for a company that has everything and was never reminded.
  if (sent.length === 0 && next === null && remind !== true) return null
  return (
    <div>
      {sent.map(({ at, user }) => (
        <div key={at} className={quiet.note}>
          напомнили {formatMoment(at)} · {user?.name ?? 'по расписанию'}
        </div>
      ))}
      <AbleButton
        size="compact-xs"
        ability={remind}
        label={`Напомнить сейчас: ${nameOf(row.company)}`}
        loading={isPending}
        onClick={() => mutate(row.company.idcomp)}
      >
        Напомнить сейчас
      </AbleButton>
    </div>
  )
}
