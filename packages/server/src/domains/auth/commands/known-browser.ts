import { installationSecret, ownSecret } from '../../../platform/credentials/installation-secret.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { auth } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { newSecret } from '../../../platform/credentials/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { passwordOf } from '../store/browsers.ts'
import { accountsOf } from '../store/entrances.ts'
import { loginRow } from '../queries/login.ts'

/**
 * A browser in which a person has signed in keeps a mark, and its attempts are counted separately: nobody can block it
 * by trying passwords for the login, or from the same address (docs/decisions/0039). The mark gives no access.
 */

const COOKIE = 'vypusk_known'
const LIFE_SECONDS = 180 * 24 * 3600
/** The most people remembered in one browser, the latest first; attempts of others are counted as usual. */
const MOST_PEOPLE = 10
const BETWEEN = '~'

interface Owner {
  id: number
  password_hash: string | null
}

const signature = (secret: string, { id, password_hash }: Owner, nonce: string) =>
  createHmac('sha256', secret)
    .update([id, nonce, password_hash ?? ''].join('.'))
    .digest('base64url')

const marksOf = ({ request }: Pick<Call, 'request'>): string[] => {
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${COOKIE}=`))
  return pair?.slice(COOKIE.length + 1).split(BETWEEN) ?? []
}

/** Whether a mark is one of these accounts: it names the one that the person signed in with when it was set. */
const isOf = (ids: readonly number[]) => (mark: string) => ids.includes(Number(mark.split('.')[0]))

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Returns a name for the browser if the login's owner has signed in there with the present password; otherwise null.
 */
export async function knownBrowser(call: Call<typeof auth.login>): Promise<string | null> {
  const marks = marksOf(call)
  if (marks.length === 0) return null
  const { db } = call.deps
  const [owner, secret] = await Promise.all([loginRow(db, call.body.login), installationSecret(db, 'known_browsers')])
  if (!owner || secret === undefined) return null
  const [id, nonce = '', signed = ''] = marks.find(isOf([owner.id, ...owner.further_ids]))?.split('.') ?? []
  if (!isSame(signed, signature(secret, { ...owner, id: Number(id) }, nonce))) return null
  return `${id}.${nonce}`
}

/** Sets the cookie that marks this browser as one the person has signed in with. */
export async function markBrowser(tx: Transaction, call: Call, id: number): Promise<void> {
  const owner = { id, ...(await passwordOf(tx, id)) }
  const nonce = newSecret().slice(0, 16)
  const mark = [id, nonce, signature(await ownSecret(tx, 'known_browsers'), owner, nonce)].join('.')
  const isOwn = isOf(await accountsOf(tx, id))
  const marks = [mark, ...marksOf(call).filter((each) => !isOwn(each))].slice(0, MOST_PEOPLE)
  const isOverTls = call.deps.settings.publicUrl.startsWith('https:')
  call.replyHeaders['Set-Cookie'] = [
    `${COOKIE}=${marks.join(BETWEEN)}`,
    `Max-Age=${LIFE_SECONDS}`,
    'Path=/api/auth',
    'HttpOnly',
    'SameSite=Strict',
    ...(isOverTls ? ['Secure'] : []),
  ].join('; ')
}
