import { trials } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { showNotice, withMail } from '../../kit/feedback/notices.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { refusalText } from '../agreement/refusal-text.ts'
import { keptNotice, RAISED } from '../threads/api.ts'
import type { BuildReport } from './reporting.ts'

export const trialsQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', 'trials', id],
    queryFn: ({ signal }) => call(trials.get, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'request'] },
    placeholderData: undefined,
  })

/** Reports that a request works or does not. */
export function useReport(id: number): BuildReport {
  const { mutateAsync } = useChange({
    changes: ['agreement', 'release'],
    put: (reply: ReplyOf<typeof trials.tell>) => [[trialsQuery(id).queryKey, reply.trials]],
    mutationFn: (body: Parameters<BuildReport>[0]) => call(trials.tell, { params: { id }, body, onRefusal: 'throw' }),
  })
  return (report) =>
    mutateAsync(report).then(
      ({ mail }) => {
        showNotice(report.verdict === 'works' ? withMail('Отмечено: проверено', mail) : keptNotice(RAISED, mail))
        return null
      },
      (error: unknown) => refusalText(error),
    )
}

/** Sets the build that is on the test environment. */
export const useSetBuild = (id: number) =>
  useChange({
    changes: ['agreement', 'release'],
    put: (reply: { trials: trials.Trials }) => [[trialsQuery(id).queryKey, reply.trials]],
    mutationFn: (build: string) => call(trials.setBuild, { params: { id }, body: { build }, onRefusal: 'throw' }),
    onSuccess: () => toast.success('Сборка названа'),
  })
