import { sql } from 'kysely'
import type { Delivery } from '@vypusk/contract'
import { momentInJson } from '../../../platform/sql.ts'
import type { Viewer } from '../../access/port.ts'
import { isReadAt } from '../../deliveries/port.ts'
import type { OfPublication } from './items.ts'

/** SQL that checks whether mail `d` was for a company: its letter names it. Old letters name none, only their readers. */
const isFor = (idcomp: number) => sql<boolean>`exists (
  select from letters_for_publications as letter
  where letter.id = d.letter_id and (letter.idcomp = ${idcomp} or letter.idcomp is null and ${isReadAt(sql.ref('d.readers'), idcomp)}))`

/** The deliveries of publication `p`; a client gets those to the own company's people. */
export const deliveriesOf = (eb: OfPublication, { isRivc, idcomp }: Viewer) =>
  eb
    .selectFrom('shared_deliveries as d')
    .where('d.entity', '=', 'publication')
    .whereRef('d.entity_id', '=', 'p.id')
    .$if(!isRivc, (all) => all.where('d.kind', '=', 'mail').where(isFor(idcomp ?? 0)))

/** How many deliveries are in each state. */
export const countsOf = (eb: OfPublication, viewer: Viewer) =>
  deliveriesOf(eb, viewer).select(
    sql<{ queued: number; sent: number; failed: number }>`jsonb_build_object(
      'queued', count(*) filter (where d.state = 'queued'),
      'sent', count(*) filter (where d.state = 'sent'),
      'failed', count(*) filter (where d.state = 'failed'))`.as('deliveries'),
  )

/** The rows of api.md's Delivery. Only staff read what the mail server said (beyond.md, section 1). */
export const rowsOf = (eb: OfPublication, viewer: Viewer) =>
  deliveriesOf(eb, viewer)
    .leftJoin('shared_files as f', 'f.id', 'd.file_id')
    .select(['d.id', 'd.target', 'd.attempts'])
    .select(sql<string | null>`case when ${viewer.isRivc} then d.last_error end`.as('last_error'))
    .select((of) => [
      // Check constraints of the columns allow the same values only.
      of.ref('d.kind').$castTo<'mail' | 'ftp'>().as('kind'),
      of.ref('d.state').$castTo<'queued' | 'sent' | 'failed'>().as('state'),
    ])
    .select(momentInJson('d.at').as('at'))
    .select(
      sql<NonNullable<Delivery['file']> | undefined>`case when f.id is not null then
        jsonb_build_object('file_name', f.file_name, 'size', f.size, 'copied', d.copied) end`.as('file'),
    )
    .orderBy('d.id')
