import { sql } from 'kysely'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { opensByPassword } from '../policy.ts'

const rowBy = statement((db, { login }: { login: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_blocked', 'local_until'])
    .select(sql<number[]>`array(select a.id from users as a where a.person_id = users.id)`.as('further_ids'))
    .select(
      sql<boolean>`exists (select from corporate_identities c where c.user_id = users.id and c.provider like 'ldap %')`.as(
        'in_directory',
      ),
    )
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login))
    .where('deleted_at', 'is', null)
    .where('person_id', 'is', null),
)

/** Returns the data that a sign-in is checked against. */
export const loginRow = (db: Db, login: string) => rowBy.first(db, { login: login.toLowerCase() })

type SignInDeps = Pick<Deps, 'db' | 'settings' | 'directory' | 'clock'>

/** The row of somebody whom a password stored here lets in; undefined when another system signs them in. */
async function localRow({ db, settings, directory, clock }: SignInDeps, login: string) {
  const row = await loginRow(db, login)
  const ways = { localSignIn: settings.localSignIn, hasDirectory: directory !== null }
  return row && opensByPassword(row, ways, clock.now()) ? row : undefined
}

/** Whether a password stored here, if there is one, opens a session of the person with this login. */
export const isPasswordOurs = async (deps: SignInDeps, login: string): Promise<boolean> =>
  (await localRow(deps, login)) !== undefined

/**
 * Returns the hash of the password stored here; null when there is none, or when another system signs the person in.
 */
export const localHash = async (deps: SignInDeps, { login }: Person): Promise<string | null> =>
  (await localRow(deps, login))?.password_hash ?? null

const staff = statement((db, { login }: { login: string | null }) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('isRivc', '=', true)
    .where('is_service', '=', false)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => (login === null ? eb('isAdmin', '=', true) : eb(eb.fn('lower', ['login']), '=', login)))
    .orderBy('id')
    .limit(1),
)

/** Returns the member of staff with this login; without a login, the first administrator. */
export const staffBy = (db: Db, login?: string): Promise<Person | undefined> =>
  staff.first(db, { login: login?.toLowerCase() || null })
