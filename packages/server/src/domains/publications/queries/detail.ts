import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Contact, publications } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { publicationPolicy } from '../policy.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { rowsOf } from './deliveries.ts'
import { listOf, type OfPublication } from './items.ts'

const recipientsOf = (eb: OfPublication, { isRivc, idcomp }: Viewer) =>
  jsonArrayFrom(
    eb
      .selectFrom('publication_recipients as chosen')
      .innerJoin('shared_users as users', 'users.id', 'chosen.user_id')
      .select(['users.id', 'users.name', 'users.email as mailuser', 'users.idcomp'])
      .whereRef('chosen.publication_id', '=', 'p.id')
      .$if(!isRivc, (own) => own.where('users.idcomp', '=', idcomp ?? 0))
      .orderBy(inRussianOrder('users.name'))
      .orderBy('users.id'),
  )

const sides = (recipients: Contact[]) => ({
  rivc: recipients.filter(({ idcomp }) => idcomp === null),
  clients: recipients.filter(({ idcomp }) => idcomp !== null),
})

const withdrawn = sql<
  publications.Publication['withdrawn']
>`case when p.withdrawn_at is not null then json_build_object(
  'at', ${momentInJson('p.withdrawn_at')}, 'by', json_build_object('id', coalesce(taker.id, 0), 'name', coalesce(taker.name, '')),
  'reason', p.withdrawn_reason) end`

/** The publication that it corrects, if the viewer may see that one. */
const correctedOf = (eb: OfPublication, viewer: Viewer) =>
  eb
    .selectFrom('publications as former')
    .select('former.id')
    .whereRef('former.id', '=', 'p.corrects')
    .where(knows.publication(viewer, 'former'))

/** The publications that correct it, in order. */
const correctingOf = (viewer: Viewer) =>
  sql<number[]>`array(select later.id from publications as later
    where later.corrects = p.id and ${knows.publication(viewer, 'later')} order by later.id)`

interface Seeing {
  /** Whether copies are among the deliveries. */
  copies: boolean
}

const seen = statement((db, { viewer, id, copies }: Seeing & { viewer: Viewer; id: number }) =>
  db
    .selectFrom('publications as p')
    .innerJoin('shared_users as author', 'author.id', 'p.author_id')
    .leftJoin('shared_users as taker', 'taker.id', 'p.withdrawn_by')
    .select(['p.id', 'p.created_at', 'p.text', withdrawn.as('withdrawn')])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      listOf(eb, viewer).as('list'),
      recipientsOf(eb, viewer).as('recipients'),
      jsonArrayFrom(rowsOf(eb, viewer).where(sql<SqlBool>`(${copies} or d.kind = 'mail')`)).as('deliveries'),
      correctedOf(eb, viewer).as('corrects'),
      correctingOf(viewer).as('corrected_by'),
    ])
    .where('p.id', '=', id)
    .where(knows.publication(viewer)),
)

/** The publication as the viewer sees it; undefined if they may not see it. */
export async function publicationSeenBy(db: Db, viewer: Viewer, id: number, { copies }: Seeing = { copies: true }) {
  const row = await seen.first(db, { viewer: eyesOf(viewer), id, copies })
  return row && { ...row, recipients: sides(row.recipients) }
}

/** One publication as the caller sees it. @throws 404 if there is none or the caller may not see it */
export async function publicationDetail(
  db: Db,
  person: Person,
  id: number,
  seeing: Seeing,
): Promise<publications.Publication> {
  const found = await publicationSeenBy(db, person, id, seeing)
  if (!found) throw refuse('not_found')
  const history = person.isRivc ? await historyOf(db, 'publication', id) : []
  return {
    ...found,
    history,
    abilities: abilitiesBy(publicationPolicy, person, { isWithdrawn: found.withdrawn !== null }),
  }
}
