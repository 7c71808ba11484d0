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

/** Remembers the company that the next sign-in begins with; null stands for the first one. */
export const writeChosen = (tx: Transaction, person_id: number, chosen_id: number) =>
  tx
    .updateTable('users')
    .set({ chosen_id: chosen_id === person_id ? null : chosen_id })
    .where('id', '=', person_id)
    .execute()

/** Switches the session to another account of the person. */
export const moveSession = (tx: Transaction, token_hash: Buffer, user_id: number) =>
  tx.updateTable('sessions').set({ user_id }).where('token_hash', '=', token_hash).execute()

/** Switches all sessions of an account to another one of the same person. */
export const moveSessions = (tx: Transaction, from: number, to: number) =>
  tx.updateTable('sessions').set({ user_id: to }).where('user_id', '=', from).execute()

/** Where the sign-in is stored besides `users`. */
const OF_THE_SIGN_IN = [
  'corporate_identities',
  'second_factors',
  'recovery_codes',
  'factor_challenges',
  'password_links',
] as const

interface NewSigner {
  from: number
  /** The account in a further company that the person signs in with from now on. */
  to: number
  /** What the former account is called from now on, so that its login is free. */
  formerLogin: string
}

/**
 * Makes another account of a person the one they sign in with. Only the sign-in moves: each account stays in its company,
 * with its rights and everything written under it.
 */
export async function moveSignIn(tx: Transaction, { from, to, formerLogin }: NewSigner): Promise<void> {
  const { idcomp, chosen_id, ...sign } = await tx
    .selectFrom('users')
    .select(['login', 'password_hash', 'local_until', 'chosen_id', 'idcomp'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  const chosen = chosen_id ?? from
  const none = { password_hash: null, local_until: null, chosen_id: null }
  const former = { ...none, login: formerLogin, person_id: to }
  const signer = { ...sign, chosen_id: chosen === to ? null : chosen, person_id: null, first_when_shown: false }
  await tx.updateTable('users').set(former).where('id', '=', from).execute()
  await tx.updateTable('users').set(signer).where('id', '=', to).execute()
  await tx
    .updateTable('users')
    .set({ person_id: to })
    .where('person_id', '=', from)
    // One that was left in the company of `from` stays behind it: a person has one account in each company.
    .where('idcomp', 'is distinct from', idcomp)
    .execute()
  for (const table of OF_THE_SIGN_IN) {
    await tx.updateTable(table).set({ user_id: to }).where('user_id', '=', from).execute()
  }
}
