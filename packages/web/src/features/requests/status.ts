import { requests } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { withinLimit } from '../../components/kit/feedback/chunks.ts'
import { later } from '../../components/kit/feedback/later.ts'
import { useRowEdit } from '../../components/kit/data-table/editing/useRowEdit.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import { LISTS, requestQuery } from './api.ts'
import { paidInWords } from './texts.ts'

/** How far the work on requests is, and whether they are paid for. */

type Row = requests.RequestRow
export type StatusChange = Partial<Pick<Row, 'status' | 'isPaid'>>
type Saved = ReplyOf<typeof requests.saveStatus>
type Had = Saved['before'][number]

const hadBy = ({ id, status, isPaid }: Row): Had => ({ request_id: id, status: status.id, isPaid })

const save = (body: BodyInput<typeof requests.saveStatus>) => call(requests.saveStatus, { body })

const asking = later(() => import('../../components/kit/conflict/askWhose.tsx'))

const titles = requests.fieldTitles
const WORDS: Record<keyof StatusChange, [title: string, inWords: (values: StatusChange) => string]> = {
  status: [titles.status, ({ status }) => status?.name ?? ''],
  isPaid: [titles.isPaid, ({ isPaid = false }) => paidInWords(isPaid)],
}

async function askAboutStatus(theirs: Row, change: StatusChange): Promise<boolean> {
  const names = Object.keys(change) as (keyof StatusChange)[]
  const { askWhose } = await withinLimit(asking.fetch)
  const fields = names.map((name) => {
    const [title, inWords] = WORDS[name]
    return { title: `Заявка ${theirs.id}: ${title}`, mine: inWords(change), theirs: inWords(theirs) }
  })
  return askWhose({ what: 'заявку', fields })
}

/** A reply that lists the only request as refused is a refusal. */
async function saveOne(had: Had, { status, isPaid }: StatusChange): Promise<Saved> {
  const wish = { ...(status && { status: status.id }), ...(isPaid !== undefined && { isPaid }) }
  const reply = await save({ requests: [had.request_id], ...wish, was: [had] })
  const [refused] = reply.refused
  if (refused) throw new ApiError({ status: 409, message: refused.reason, errors: {}, data: {}, onRefusal: 'throw' })
  return reply
}

/** Changes one request's status, or whether it is paid for, in place. */
export const useStatusEdit = () =>
  useRowEdit<Row, StatusChange, Saved>({
    listKey: LISTS,
    oneKey: (id) => requestQuery(id).queryKey,
    apply: (row, change) => ({ ...row, ...change }),
    inverse: ({ status, isPaid }, change) => ({
      ...('status' in change && { status }),
      ...('isPaid' in change && { isPaid }),
    }),
    send: (_, change, from) => saveOne(hadBy(from), change),
    received: (row) => row,
    current: (row) => row,
    askWhose: askAboutStatus,
    notice: REQUEST_SAVED,
  })

/** Gives many requests a status. */
export const useStatusOfMany = () =>
  useChange({
    changes: ['request'],
    mutationFn: ({ ids, status }: { ids: number[]; status: number }) => save({ requests: ids, status }),
  })

/**
 * Gives each request its former status, with one call for each distinct one. Returns those that somebody has changed
 * since, which stay as they are.
 */
export const useTakeBackStatus = () =>
  useChange({
    changes: ['request'],
    mutationFn: async ({ before, status }: { before: readonly Had[]; status: number }) => {
      const refused: Saved['refused'] = []
      for (const [former, some] of Map.groupBy(before, (one) => one.status)) {
        const ids = some.map(({ request_id }) => request_id)
        const reply = await save({ requests: ids, status: former, was: some.map((one) => ({ ...one, status })) })
        refused.push(...reply.refused)
      }
      return refused
    },
  })
