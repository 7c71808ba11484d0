import { letters } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../feedback/toast.tsx'

const LETTER = { sent: 'Письмо отправлено', queued: 'Письмо отправляется', none: 'Письмо отправляется' } as const
const COPY = { sent: 'Файл скопирован', queued: 'Файл копируется', none: 'Файл копируется' } as const

function say({ mail, ftp }: { mail: Outcome; ftp: Outcome }): void {
  if (mail === 'failed') toast.mailError('Письмо снова не ушло')
  else if (ftp === 'failed') toast.mailError('Файл снова не скопирован')
  else toast.success(ftp === 'none' ? LETTER[mail] : COPY[ftp])
}

/** Tries one delivery once more and says how it went. */
export const useRetry = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(letters.retryDelivery, { params: { id }, onRefusal: 'throw' }),
    onSuccess: say,
    onError: (error) => toast.error(sentenceOf(error)),
    // What shows deliveries follows their live events; this covers a browser that lost them.
    onSettled: () => client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('delivery') ?? false }),
  })
}
