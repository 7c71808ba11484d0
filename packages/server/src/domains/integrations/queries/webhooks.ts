import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { QueryOf, webhooks } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { countOf, offsetOf, toPage } from '../../../platform/page.ts'
import { momentInJson } from '../../../platform/sql.ts'
import { companyNames } from '../../catalog/port.ts'

const chosen = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.url', 'w.kinds', 'w.format', 'w.is_active', 'w.failing_since', 'w.created_at', 'w.company_id'])
    .select((eb) =>
      jsonObjectFrom(
        eb.selectFrom('shared_releases as r').select(['r.id', 'r.title']).whereRef('r.id', '=', 'w.release_id'),
      ).as('release'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof chosen>['execute']>>[number]

/** Adds the company's name. The table only holds kinds and formats of the contract. */
async function withNames(db: Db, rows: Row[]): Promise<webhooks.Webhook[]> {
  const companies = await companyNames(
    db,
    rows.flatMap(({ company_id }) => company_id ?? []),
  )
  return rows.map(({ company_id, kinds, format, ...row }) => ({
    ...row,
    kinds: kinds as webhooks.WebhookKind[],
    format: format as webhooks.WebhookFormat,
    company: (company_id !== null && companies.get(company_id)) || null,
  }))
}

export const allWebhooks = async (db: Db) => withNames(db, await chosen(db).orderBy('w.id').execute())

export async function webhookBy(db: Db, id: number): Promise<webhooks.Webhook | undefined> {
  const [webhook] = await withNames(db, await chosen(db).where('w.id', '=', id).execute())
  return webhook
}

/** One page of the deliveries to a webhook, newest first, with their attempts. */
export async function deliveriesTo(db: Db, webhook_id: number, query: QueryOf<typeof webhooks.deliveries>) {
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
      .limit(query.per_page)
      .offset(offsetOf(query))
      .execute(),
  ])
  const states = data.map((row) => ({ ...row, state: row.state as webhooks.WebhookDelivery['state'] }))
  return toPage(query, total, states)
}
