import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { QueryOf, webhooks } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNames } from '../../catalog/port.ts'
import { reasons } from '../policy.ts'

const rowsOf = statement((db, { id }: { id: number | null }) =>
  db
    .selectFrom('webhooks as w')
    .select([
      'w.id',
      'w.url',
      'w.kinds',
      'w.format',
      'w.is_active',
      'w.failing_since',
      'w.created_at',
      'w.company_id',
      'w.version',
    ])
    .select((eb) =>
      jsonObjectFrom(
        eb.selectFrom('shared_releases as r').select(['r.id', 'r.title']).whereRef('r.id', '=', 'w.release_id'),
      ).as('release'),
    )
    .$if(id !== null, (all) => all.where('w.id', '=', id))
    .orderBy('w.id'),
)

type Row = Awaited<ReturnType<typeof rowsOf.all>>[number]

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

export const allWebhooks = async (db: Db) => withNames(db, await rowsOf.all(db, { id: null }))

export async function webhookBy(db: Db, id: number): Promise<webhooks.Webhook | undefined> {
  const [webhook] = await withNames(db, await rowsOf.all(db, { id }))
  return webhook
}

const deliveries = (db: Db, webhook_id: number) =>
  db.selectFrom('webhook_deliveries as d').where('d.webhook_id', '=', webhook_id)

const counts = statement(
  (db, { webhook_id }: { webhook_id: number }) =>
    deliveries(db, webhook_id).select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

const pages = statement(
  (db, { webhook_id, limit, skipped }: { webhook_id: number; limit: number; skipped: number }) =>
    deliveries(db, webhook_id)
      .select(['d.id', 'd.kind', 'd.body', sql<webhooks.WebhookDelivery['state']>`d.state`.as('state'), 'd.created_at'])
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
      .limit(limit)
      .offset(skipped),
  { planned: 'each time' },
)

/** One page of the deliveries to a webhook, newest first, with their attempts. @throws 404 if there is no such webhook */
export async function deliveriesTo(db: Db, webhook_id: number, query: QueryOf<typeof webhooks.deliveries>) {
  const [{ total }, data] = await Promise.all([
    counts.one(db, { webhook_id }),
    pages.all(db, { webhook_id, limit: query.per_page, skipped: offsetOf(query) }),
  ])
  if (total === 0 && !(await webhookBy(db, webhook_id))) throw refuseWith(reasons.noWebhook)
  return toPage(query, total, data)
}

/** SQL that checks whether any webhook wants this kind; without a kind, none does. */
export const isWanted = (kind: webhooks.WebhookKind | undefined) =>
  kind === undefined
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from webhooks where is_active and ${sql.lit(kind)} = any(kinds))`

/** The delivery, if it is one to this webhook. */
export const deliveryOf = statement((db, { webhook_id, id }: { webhook_id: number; id: number }) =>
  deliveries(db, webhook_id).select('d.id').where('d.id', '=', id),
)
