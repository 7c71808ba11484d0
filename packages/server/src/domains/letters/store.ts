import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** @returns the ids of the deliveries, one an address */
export async function writeLetter(
  tx: Transaction,
  letter: Insertable<DB['letters']>,
  targets: string[],
): Promise<number[]> {
  const { id } = await tx.insertInto('letters').values(letter).returning('id').executeTakeFirstOrThrow()
  const { event_id, entity, entity_id, created_at } = letter
  const rows = targets.map((target) => ({
    kind: 'mail',
    letter_id: id,
    event_id,
    entity,
    entity_id,
    target,
    at: created_at,
  }))
  const made = await tx.insertInto('deliveries').values(rows).returning('id').execute()
  return made.map((row) => row.id)
}

/**
 * Takes a delivery that still has to go until the transaction ends; undefined when it is gone. Whoever has it right
 * now is waited for: passed over for a person who only looked at it, it would have lost its job.
 */
export const takeWaiting = (tx: Transaction, id: number) =>
  tx
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select(['d.id', 'd.target', 'd.attempts', 'l.subject', 'l.html', 'l.text', 'l.ics'])
    .select(['l.entity', 'l.entity_id', 'l.created_at'])
    .where('d.id', '=', id)
    .where('d.state', '=', 'queued')
    .forUpdate('d')
    .executeTakeFirst()

/** Waits for a worker that has it, so that no letter is sent while it is being sent. */
export const lockDelivery = (tx: Transaction, id: number) =>
  tx
    .selectFrom('deliveries')
    .select(['id', 'kind', 'state', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type TemplateRow = Selectable<DB['letter_templates']>

/** What is worded anew of a template, kept from others until the transaction ends; a template nobody worded gets a row. */
export async function lockTemplate(tx: Transaction, id: number): Promise<TemplateRow> {
  await tx
    .insertInto('letter_templates')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('letter_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** @returns the new version */
export async function writeTemplate(
  tx: Transaction,
  id: number,
  words: Pick<TemplateRow, 'subject' | 'heading' | 'text' | 'button'>,
): Promise<number> {
  const { version } = await tx
    .updateTable('letter_templates')
    .set((eb) => ({ ...words, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
