import { letters } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

const LETTER = { sent: 'Письмо отправлено', queued: 'Письмо отправляется', none: 'Письмо отправляется' } as const
const COPY = { sent: 'Файл скопирован', queued: 'Файл копируется', none: 'Файл копируется' } as const

function notify({ mail, ftp }: { mail: Outcome; ftp: Outcome }): void {
  if (mail === 'failed') toast.mailError('Письмо снова не ушло, причина под адресом. Обратитесь к администратору')
  else if (ftp === 'failed')
    toast.mailError('Файл снова не скопирован, причина под адресом. Обратитесь к администратору')
  else toast.success(ftp === 'none' ? LETTER[mail] : COPY[ftp])
}

/** Repeats one delivery and reports the result. */
export const useRetry = () =>
  useChange({
    changes: ['delivery'],
    mutationFn: (id: number) => call(letters.retryDelivery, { params: { id }, onRefusal: 'throw' }),
    onSuccess: notify,
    onError: notifyRefusal,
  })
