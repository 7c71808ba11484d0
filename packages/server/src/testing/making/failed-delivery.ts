import type { Db } from '../../platform/call.ts'

/** A letter to `manager` about an agreement that has not arrived. @returns the id of its delivery */
export async function failedDelivery(db: Db, entity_id: number): Promise<number> {
  const at = '2026-03-05T09:00:00.000Z'
  const event = { kind: 'agreement.sent', entity: 'agreement', entity_id, version: 1, companies: [], data: '{}', at }
  const { id: event_id } = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
  const letter = {
    event_id,
    kind: 'agreement.sent',
    entity: 'agreement',
    entity_id,
    subject: 'Дата',
    html: '',
    text: '',
  }
  const { id: letter_id } = await db
    .insertInto('letters')
    .values({ ...letter, created_at: at } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const target = 'manager@example.ru'
  const sent = { kind: 'mail', entity: 'agreement', entity_id, event_id, letter_id, target, attempts: 9, at }
  const { id } = await db
    .insertInto('deliveries')
    .values({ ...sent, state: 'failed', last_error: '550' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
