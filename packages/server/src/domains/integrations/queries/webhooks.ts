import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { QueryOf, webhooks } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { countOf, offsetOf, toPage } from '../../../platform/page.ts'
import { momentInJson } from '../../../platform/sql.ts'

type Row = Omit<webhooks.Webhook, 'kinds'> & { kinds: string[] }

/** What the table holds was chosen from the contract's kinds. */
const told = (row: Row): webhooks.Webhook => ({ ...row, kinds: row.kinds as webhooks.WebhookKind[] })

const chosen = (db: Db) =>
  db.selectFrom('webhooks').select(['id', 'url', 'kinds', 'is_active', 'failing_since', 'created_at'])

export const allWebhooks = async (db: Db) => (await chosen(db).orderBy('id').execute()).map(told)

export async function webhookBy(db: Db, id: number): Promise<webhooks.Webhook | undefined> {
  const row = await chosen(db).where('id', '=', id).executeTakeFirst()
  return row && told(row)
}

/** One page of what was sent to a webhook, newest first, with its tries. */
export async function deliveriesTo(db: Db, webhook_id: number, asked: QueryOf<typeof webhooks.deliveries>) {
  const of = db.selectFrom('webhook_deliveries as d').where('d.webhook_id', '=', webhook_id)
  const [total, data] = await Promise.all([
    countOf(of),
    of
      .select(['d.id', 'd.kind', 'd.body', 'd.state', 'd.created_at'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('webhook_tries as t')
            .select(['t.id', momentInJson('t.at').as('at'), 't.took_ms', 't.status', 't.answer'])
            .whereRef('t.delivery_id', '=', 'd.id')
            .orderBy('t.id', 'desc'),
        ).as('tries'),
      )
      .orderBy('d.id', 'desc')
      .limit(asked.per_page)
      .offset(offsetOf(asked))
      .execute(),
  ])
  const states = data.map((row) => ({ ...row, state: row.state as webhooks.WebhookDelivery['state'] }))
  return toPage(asked, total, states)
}
