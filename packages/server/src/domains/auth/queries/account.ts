import { auth } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { installationZone, momentOf } from '../../../platform/clock.ts'
import { furthest } from '../../../platform/elapsed.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { acceptsPasswords } from '../../../platform/settings.ts'
import { statement } from '../../../platform/statement.ts'
import { accountIds, ownCompanies, signerId, signerOf } from './companies.ts'
import { isPasswordOurs } from './login.ts'
import { DEAD_LINK, PASSWORD_LINK_MS } from '../policy.ts'
import { DEMO_SIGN_INS, deviceOf, validSince, type ValidSince } from '../rules.ts'

const companyBy = statement((db, { idcomp }: { idcomp: number }) =>
  db.selectFrom('companies_for_auth').select(['idcomp', 'namecomp']).where('idcomp', '=', idcomp),
)

/** Returns the signed-in person with the company, as in the reply of `GET auth/user`. */
export async function sessionUser(db: Db, person: Person): Promise<auth.SessionUser> {
  const { id, name, email, isRivc, isAdmin } = person
  const [company, { login }, own] = await Promise.all([
    person.idcomp ? companyBy.first(db, { idcomp: person.idcomp }) : undefined,
    // Accounts in further companies have logins that nobody signs in with, so the person's own is shown.
    signerOf(db, person),
    isRivc ? [] : ownCompanies.all(db, { signer_id: signerId(person) }),
  ])
  const user = { id, login, name, email, isRivc, isAdmin, company: company ?? null, app_version: auth.APP_VERSION }
  const several = own.length > 1 ? { companies: own.map(({ idcomp, namecomp }) => ({ idcomp, namecomp })) } : {}
  return {
    ...user,
    ...several,
    zone: installationZone(),
    ...(person.hours_open ? { hours_open: true as const } : {}),
    ...(person.mustSetUpFactor ? { must_set_up_factor: true as const } : {}),
  }
}

/** Returns what the sign-in page shows; demo sign-ins only in a demo system. */
export async function entrance({ settings, demo }: Deps) {
  return {
    app_version: auth.APP_VERSION,
    corporate: settings.oidc?.name ?? null,
    by_password: acceptsPasswords(settings),
    cross_login_cookie: settings.crossLoginCookie,
    demo: demo && settings.localSignIn ? DEMO_SIGN_INS : [],
  }
}

const settingsBy = statement((db, { user_id }: { user_id: number }) =>
  db.selectFrom('user_settings').select(['page', 'pageSettings']).where('user_id', '=', user_id),
)

/** Returns the settings by page name; the brief's pages are included even before they are first saved. */
export async function settingsOf(db: Db, person: Person) {
  const rows = await settingsBy.all(db, { user_id: person.id })
  const defaults = {
    ReleasesPage: auth.knownPages.ReleasesPage.parse(undefined),
    CompaniesChoice: auth.knownPages.CompaniesChoice.parse(undefined),
  }
  return { ...defaults, ...Object.fromEntries(rows.map(({ page, pageSettings }) => [page, pageSettings])) }
}

const sessionsBy = statement((db, { signer_id, now, since, until }: ValidSince & { signer_id: number }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at', 'token_hash'])
    .where('user_id', 'in', accountIds(db, signer_id))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('last_seen_at', '>', since)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200),
)

/**
 * Returns the person's valid sessions, the most recently used first. @param present the token of the calling session
 */
export async function sessionsOf({ db, clock, settings }: Deps, { id }: Person, present: string) {
  const rows = await sessionsBy.all(db, { signer_id: id, ...validSince(clock.now(), settings) })
  const own = secretHash(present)
  return {
    sessions: rows.map(({ user_agent, token_hash, ...row }) => ({
      ...row,
      device: deviceOf(user_agent),
      is_present: token_hash.equals(own),
    })),
  }
}

const wordsBy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('users as u')
    .leftJoin('companies_for_auth as c', 'c.idcomp', 'u.idcomp')
    .select(['u.login', 'u.name', 'u.email', 'c.namecomp'])
    .where('u.id', '=', id),
)

/** Returns the texts that a password must not repeat: the person's login, name and address and the company's name. */
export const ownWords = async (db: Db, id: number): Promise<(string | null)[]> =>
  Object.values((await wordsBy.first(db, { id })) ?? {})

const ownerBy = statement((db, { token_hash, now, until }: { token_hash: Buffer; now: string; until: string }) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id', 'users.login', 'users.name'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null),
)

const linkBy = (db: Db, token: string, now: string) =>
  ownerBy.first(db, { token_hash: secretHash(token), now, until: furthest(now, PASSWORD_LINK_MS) })

/** The person whose password a letter's link sets; undefined once it sets none, or one that opens nothing. */
async function openLink(deps: Deps, token: string) {
  const owner = await linkBy(deps.db, token, momentOf(deps.clock))
  return owner && (await isPasswordOurs(deps, owner.login)) ? owner : undefined
}

export const isPasswordLinkOpen = async (deps: Deps, token: string): Promise<boolean> =>
  (await openLink(deps, token)) !== undefined

/** Returns the person whose password a letter's link sets. @throws 404 for a link that works no more */
export async function ownerOfLink(deps: Deps, token: string) {
  const owner = await openLink(deps, token)
  if (!owner) throw refuseWith(DEAD_LINK)
  return owner
}
