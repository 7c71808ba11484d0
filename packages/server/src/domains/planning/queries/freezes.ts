import type { planning } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'

/** Closed days that are not over by then, by their beginning. */
export async function freezesFrom(db: Db, from: string, id?: number): Promise<planning.Freeze[]> {
  const rows = await db
    .selectFrom('freezes')
    .leftJoin('companies', 'companies.idcomp', 'freezes.idcomp')
    .select(['freezes.id', 'freezes.idcomp', 'namecomp', 'date_from', 'date_to', 'reason'])
    .where('date_to', '>=', from)
    .$if(id !== undefined, (query) => query.where('freezes.id', '=', id ?? 0))
    .orderBy('date_from')
    .orderBy('freezes.id')
    .execute()
  return rows.map(({ idcomp, namecomp, ...freeze }) => ({
    ...freeze,
    company: idcomp === null ? null : { idcomp, namecomp: namecomp ?? '' },
  }))
}
