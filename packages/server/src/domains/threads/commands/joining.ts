import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { joinEntries, type Joined, type RequestOfCompany } from '../store.ts'

/**
 * Gives the comments imported under a name to the person's account, or takes them from it again. A client only gets
 * comments that their own company may read, as in an import. Nobody is notified: everybody has read the comments in the
 * other system.
 * @param name as it is stored beside the comments
 * @returns how many comments were changed, by request
 */
export async function joinWords(
  tx: Transaction,
  { person }: Actor,
  requests: RequestOfCompany[],
  { name, to }: { name: string; to: Joined | null },
): Promise<Map<number, number>> {
  const rows = await joinEntries(tx, { requests, name, to, by: person.id })
  return new Map(rows.map(({ request_id, count }) => [request_id, count]))
}
