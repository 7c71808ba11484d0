import { sql } from 'kysely'
import type { Ref, ReplyOf, registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { reasons } from '../policy.ts'
import { priorityOptions } from '../rules.ts'
import { entriesFor } from './scope.ts'

export const steps = (db: Db): Promise<Ref[]> =>
  db
    .selectFrom('registry_steps')
    .select(['id', 'name'])
    .where('hidden_at', 'is', null)
    .orderBy('order')
    .orderBy('id')
    .execute()

const people = (db: Db) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'idcomp'])
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('name'))
    .orderBy('id')

/**
 * The clients' people who may be responsible for an entry.
 * @param idcomp only people of this company
 * @throws 404 «Компания не найдена», also for a client and another company
 */
export async function responsibles(db: Db, person: Person, idcomp?: number) {
  const wanted = idcomp ?? person.idcomp
  if (idcomp !== undefined) await knownCompany(db, person, idcomp)
  const rows = await people(db)
    .where('isRivc', '=', false)
    .$if(wanted !== null, (query) => query.where('idcomp', '=', wanted))
    .execute()
  return {
    responsibles: rows.flatMap(({ id, name, idcomp: own }) => (own === null ? [] : [{ id, name, idcomp: own }])),
  }
}

async function knownCompany(db: Db, person: Person, idcomp: number) {
  const company = await db
    .selectFrom('shared_companies as companies')
    .select('idcomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!company || (!person.isRivc && person.idcomp !== idcomp)) throw refuseWith(reasons.noCompany)
}

export const bosses = async (db: Db): Promise<Ref[]> => {
  const rows = await people(db).where('isRivc', '=', true).execute()
  return rows.map(({ id, name }) => ({ id, name }))
}

const used = (db: Db, person: Person, column: string, outer: string) =>
  entriesFor(db, person)
    .where(sql.ref(`e.${column}`), '=', sql.ref(outer))
    .select('e.id')

const usedPeople = (db: Db, person: Person, column: string): Promise<Ref[]> =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name'])
    .where((eb) => eb.exists(used(db, person, column, 'u.id')))
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id')
    .execute()

const NOBODY: Ref = { id: 0, name: 'Не назначен' }

/** The values to filter by: of each list only those that an entry visible to the person has. */
export async function filterOptions(db: Db, person: Person): Promise<ReplyOf<typeof registry.getFilters>> {
  const [companies, allSteps, bossList, responsibleList] = await Promise.all([
    db
      .selectFrom('shared_companies as c')
      .select(['c.idcomp', 'c.namecomp'])
      .where((eb) => eb.exists(used(db, person, 'idcomp', 'c.idcomp')))
      .orderBy(inRussianOrder('c.namecomp'))
      .orderBy('c.idcomp')
      .execute(),
    steps(db),
    usedPeople(db, person, 'boss_id'),
    usedPeople(db, person, 'responsible_id'),
  ])
  return {
    companies,
    steps: allSteps,
    priorities: priorityOptions,
    bosses: [NOBODY, ...bossList],
    responsibles: [NOBODY, ...responsibleList],
  }
}
