import { sql } from 'kysely'
import type { Ref, ReplyOf, registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { reasons } from '../policy.ts'
import { priorityOptions } from '../rules.ts'
import { entriesFor, readerOf, type Reader } from './scope.ts'

export const steps = statement((db) =>
  db.selectFrom('registry_steps').select(['id', 'name']).where('hidden_at', 'is', null).orderBy('order').orderBy('id'),
)

const people = statement((db, { isRivc, idcomp }: { isRivc: boolean; idcomp: number | null }) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'idcomp'])
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .where('isRivc', '=', isRivc)
    .$if(idcomp !== null, (query) => query.where('idcomp', '=', idcomp))
    .orderBy(inRussianOrder('name'))
    .orderBy('id'),
)

const livingCompany = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_companies as companies')
    .select('idcomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is', null),
)

/**
 * The clients' people who may be responsible for an entry.
 * @param idcomp only people of this company
 * @throws 404 «Компания не найдена», also for a client and another company
 */
export async function responsibles(db: Db, person: Person, idcomp?: number) {
  if (idcomp !== undefined) await knownCompany(db, person, idcomp)
  const rows = await people.all(db, { isRivc: false, idcomp: idcomp ?? person.idcomp })
  return {
    responsibles: rows.flatMap(({ id, name, idcomp: own }) => (own === null ? [] : [{ id, name, idcomp: own }])),
  }
}

async function knownCompany(db: Db, person: Person, idcomp: number) {
  const company = await livingCompany.first(db, { idcomp })
  if (!company || (!person.isRivc && person.idcomp !== idcomp)) throw refuseWith(reasons.noCompany)
}

export const bosses = async (db: Db): Promise<Ref[]> => {
  const rows = await people.all(db, { isRivc: true, idcomp: null })
  return rows.map(({ id, name }) => ({ id, name }))
}

const used = (db: Db, reader: Reader, column: string, outer: string) =>
  entriesFor(db, reader)
    .where(sql.ref(`e.${column}`), '=', sql.ref(outer))
    .select('e.id')

const usedCompanies = statement((db, { reader }: { reader: Reader }) =>
  db
    .selectFrom('shared_companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where((eb) => eb.exists(used(db, reader, 'idcomp', 'c.idcomp')))
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)

const usedPeople = statement((db, { reader }: { reader: Reader }, { column }: { column: string }) =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name'])
    .where((eb) => eb.exists(used(db, reader, column, 'u.id')))
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id'),
)

const NOBODY: Ref = { id: 0, name: 'Не назначен' }

/** The values to filter by: of each list only those that an entry visible to the person has. */
export async function filterOptions(db: Db, person: Person): Promise<ReplyOf<typeof registry.getFilters>> {
  const reader = readerOf(person)
  const [companies, allSteps, bossList, responsibleList] = await Promise.all([
    usedCompanies.all(db, { reader }),
    steps.all(db, {}),
    usedPeople.all(db, { reader }, { column: 'boss_id' }),
    usedPeople.all(db, { reader }, { column: 'responsible_id' }),
  ])
  return {
    companies,
    steps: allSteps,
    priorities: priorityOptions,
    bosses: [NOBODY, ...bossList],
    responsibles: [NOBODY, ...responsibleList],
  }
}
