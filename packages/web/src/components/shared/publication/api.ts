import { receipts } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { call } from '../../../api/client.ts'

/** Confirms for a company that it has received or installed a release of the publication, or takes that back. */
export const confirmReceipt = (id: number, body: BodyInput<typeof receipts.confirm>) =>
  call(receipts.confirm, { params: { id }, body, onRefusal: 'throw' })
