import type { ReplyOf, requests } from '@vypusk/contract'
import { ApiError } from '../../api/api-error.ts'
import { useRowEdit } from '../../components/kit/data-table/editing/useRowEdit.ts'
import { saveStatus } from '../../components/shared/request/api.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import { conflicts, LISTS, requestQuery } from './api.ts'
import type { StatusChange } from './conflict.ts'

/** How far the work on requests is, and whether they are paid for. */

type Row = requests.RequestRow
type Saved = ReplyOf<typeof requests.saveStatus>
type Had = Saved['before'][number]

const hadBy = ({ id, status, isPaid }: Row): Had => ({ request_id: id, status: status.id, isPaid })

/** A reply that lists the only request as refused is a refusal. */
async function saveOne(had: Had, { status, isPaid }: StatusChange): Promise<Saved> {
  const wish = { ...(status && { status: status.id }), ...(isPaid !== undefined && { isPaid }) }
  const reply = await saveStatus({ requests: [had.request_id], ...wish, was: [had] })
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
    askWhose: async (row, change) => (await conflicts()).askAboutStatus(row, change),
    notice: REQUEST_SAVED,
  })
