import type { Transaction } from '../../../platform/transaction.ts'

/**
 * Returns the person's account in the company they worked in last; their own account if that one is blocked or deleted.
 */
export async function chosenAccount(tx: Transaction, person_id: number): Promise<number> {
  const chosen = await tx
    .selectFrom('users as person')
    .innerJoin('users as account', 'account.id', 'person.chosen_id')
    .select('account.id')
    .where('person.id', '=', person_id)
    .where('account.is_blocked', '=', false)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  return chosen?.id ?? person_id
}

export const writeChosen = (tx: Transaction, person_id: number, chosen_id: number) =>
  tx
    .updateTable('users')
    .set({ chosen_id: chosen_id === person_id ? null : chosen_id })
    .where('id', '=', person_id)
    .execute()

/** Switches the session to another account of the person. */
export const moveSession = (tx: Transaction, token_hash: Buffer, user_id: number) =>
  tx.updateTable('sessions').set({ user_id }).where('token_hash', '=', token_hash).execute()
