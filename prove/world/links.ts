import { newSecret, secretHash } from '../../packages/server/src/platform/credentials/secret.ts'
import { AT, type Ground } from './ground.ts'

/** Creates a person's calendar link and returns its secret. */
export async function makeCalendar({ db }: Ground, user_id: number): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('calendar_links')
    .values({ user_id, secret_hash: secretHash(secret), created_at: AT })
    .execute()
  return secret
}

/** Creates the link in a letter about an agreement and returns its secret. */
export async function makeLink({ db, people }: Ground, agreement_id: number): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('approval_tokens')
    .values({
      agreement_id,
      user_id: people.client,
      token_hash: secretHash(token),
      created_at: AT,
      expires_at: '2027-01-01T00:00:00.000Z',
    })
    .execute()
  return token
}
