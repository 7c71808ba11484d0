import { sql } from 'kysely'
import type { ReplyOf, secondFactor } from '@vypusk/contract'
import { abilityOf } from '../../../platform/ability.ts'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { siteOf } from '../../../platform/credentials/passkeys.ts'
import { statement } from '../../../platform/statement.ts'
import { isFactorDemanded, mayAddFactor } from '../policy.ts'
import { localHash } from './login.ts'

const unusedCodes = statement((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Returns the number of unused recovery codes. */
export const recoveryLeft = async (db: Db, user_id: number): Promise<number> =>
  (await unusedCodes.one(db, { user_id })).count

const factorsBy = statement((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('second_factors')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .select(sql<secondFactor.Factor['kind']>`kind`.as('kind'))
    .where('user_id', '=', user_id)
    .orderBy('id'),
)

type Factors = ReplyOf<typeof secondFactor.get>

/** Returns the person's second factors, and which kinds may be added. */
export async function factorsOf(deps: Deps, person: Person): Promise<Factors> {
  const { db, settings } = deps
  const [factors, hash, recovery_left] = await Promise.all([
    factorsBy.all(db, { user_id: person.id }),
    localHash(deps, person),
    recoveryLeft(db, person.id),
  ])
  const adder = { isLocal: hash !== null, settings, hasSite: siteOf(settings.publicUrl) !== null }
  const may = (kind: secondFactor.Factor['kind']) => abilityOf(mayAddFactor(kind, adder))
  return {
    is_demanded: isFactorDemanded(person, settings),
    factors,
    recovery_left,
    abilities: { totp: may('totp'), passkey: may('passkey') },
  }
}

/** The account that second factors belong to, with its company. */
export const factorOwner = statement((db, { user_id }: { user_id: number }) =>
  db.selectFrom('users').select(['id', 'idcomp']).where('id', '=', user_id),
)
