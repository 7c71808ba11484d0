import { webhooks } from '@vypusk/contract'
import type { Api } from './app.ts'

/** Adds a webhook with the address, as an administrator. */
export const addWebhook = async (admin: Api, url: string, kinds: webhooks.WebhookKind[] = ['release.changed']) =>
  (await admin(webhooks.create, { body: { url, kinds } })).body

/** The deliveries to a webhook, newest first. */
export const deliveriesTo = async (admin: Api, id: number) =>
  (await admin(webhooks.deliveries, { params: { id } })).body.data
