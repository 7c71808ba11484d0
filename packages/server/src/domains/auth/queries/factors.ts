import { sql } from 'kysely'
import type { Ability, ReplyOf, secondFactor } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { siteOf } from '../../../platform/passkeys.ts'
import { isFactorDemanded, mayAddFactor } from '../policy.ts'
import { localHash } from './login.ts'

/** Returns the number of unused recovery codes. */
export async function recoveryLeft(db: Db, user_id: number): Promise<number> {
  const left = db.selectFrom('recovery_codes').where('user_id', '=', user_id)
  return Number((await left.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
}

type Factors = ReplyOf<typeof secondFactor.get>

/** Returns the person's second factors, and which kinds may be added. */
export async function factorsOf(deps: Deps, person: Person): Promise<Factors> {
  const { db, settings } = deps
  const factors = await db
    .selectFrom('second_factors')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .select(sql<secondFactor.Factor['kind']>`kind`.as('kind'))
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute()
  const adder = {
    isLocal: (await localHash(deps, person)) !== null,
    settings,
    hasSite: siteOf(settings.publicUrl) !== null,
  }
  const may = (kind: secondFactor.Factor['kind']): Ability => {
    const answer = mayAddFactor(kind, adder)
    return answer === true ? true : answer[1]
  }
  return {
    is_demanded: isFactorDemanded(person, settings),
    factors,
    recovery_left: await recoveryLeft(db, person.id),
    abilities: { totp: may('totp'), passkey: may('passkey') },
  }
}
