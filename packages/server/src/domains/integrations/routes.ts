import { mcp, services, tokens, trackers, webhooks } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { EVERY_MINUTE, EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import {
  ACT_KINDS,
  announceAgain,
  announceOf,
  announceOfAct,
  announceOfChange,
  announceOfMany,
  concernsAgain,
  concernsOfChange,
  concernsWebhooks,
  hasOwnName,
} from './commands/webhook-events.ts'
import { AGAIN_KINDS } from './commands/event-wording.ts'
import { announceOther, forgetOld, queueLost } from './commands/sending.ts'
import { fetchFiles } from './commands/fetching.ts'
import { queueReading, readTracker } from './commands/reading.ts'
import { createToken, endToken } from './commands/tokens.ts'
import {
  blockService,
  createService,
  createServiceToken,
  revokeServiceToken,
  saveService,
} from './commands/services.ts'
import {
  createTracker,
  deleteTracker,
  pageOfTracker,
  refetchFiles,
  saveTracker,
  testTracker,
} from './commands/trackers.ts'
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  repeatWebhook,
  saveWebhook,
  testWebhook,
} from './commands/webhooks.ts'
import { allServices, serviceDetail } from './queries/services.ts'
import { tokensOf } from './queries/tokens.ts'
import { allTrackers } from './queries/trackers.ts'
import { allWebhooks, deliveriesTo } from './queries/webhooks.ts'

export const routes: Routes = (mount) => {
  mount(tokens.list, async ({ deps, person }) => ({ tokens: await tokensOf(deps.db, person, momentOf(deps.clock)) }))
  mount(tokens.create, createToken)
  mount(tokens.revoke, endToken)
  mount(services.list, async ({ deps }) => ({ services: await allServices(deps.db, momentOf(deps.clock)) }))
  mount(services.get, ({ deps, params }) => serviceDetail(deps.db, params.id, momentOf(deps.clock)))
  mount(services.create, createService)
  mount(services.save, saveService)
  mount(services.block, blockService)
  mount(services.createToken, createServiceToken)
  mount(services.revokeToken, revokeServiceToken)
  // The library of the protocol is loaded when an assistant first connects: most installations have none.
  const assistant = () => import('./commands/assistant.ts')
  mount(mcp.send, async (call) => (await assistant()).answerAssistant(call))
  mount(mcp.listen, async () => (await assistant()).answerOnlyPost())
  mount(mcp.end, async () => (await assistant()).answerOnlyPost())
  mount(webhooks.list, async ({ deps }) => ({ webhooks: await allWebhooks(deps.db) }))
  mount(webhooks.create, createWebhook)
  mount(webhooks.save, saveWebhook)
  mount(webhooks.renewSecret, renewSecret)
  mount(webhooks.remove, deleteWebhook)
  mount(webhooks.test, testWebhook)
  mount(webhooks.deliveries, ({ deps, params, query }) => deliveriesTo(deps.db, params.id, query))
  mount(webhooks.repeat, repeatWebhook)
  mount(trackers.list, async ({ deps }) => ({ trackers: await allTrackers(deps.db) }))
  mount(trackers.create, createTracker)
  mount(trackers.save, saveTracker)
  mount(trackers.remove, deleteTracker)
  mount(trackers.refetch, refetchFiles)
  mount(trackers.test, testTracker)
  mount(trackers.page, pageOfTracker)
}

const AT_NIGHT = '40 3 * * *'

/** Notifies other systems of the events of other rooms. */
export async function connect(deps: Deps): Promise<void> {
  const { listeners, jobs } = deps
  listeners.on('changed', announceOfChange, concernsOfChange)
  listeners.on('many_changed', announceOfMany)
  ACT_KINDS.forEach((kind) => listeners.on(kind, announceOfAct(kind)))
  webhooks.kinds.filter(hasOwnName).forEach((kind) => listeners.on(kind, announceOf(kind), concernsWebhooks(kind)))
  AGAIN_KINDS.forEach((kind) => listeners.on(kind, announceAgain(kind), concernsAgain(kind)))
  await jobs.work('webhook', (job) => announceOther(deps, job))
  await jobs.work('read_tracker', ({ tracker_id }) => readTracker(deps, tracker_id))
  await jobs.work('fetch_tracker_files', ({ tracker_id }) => fetchFiles(deps, tracker_id))
  await jobs.every(EVERY_MINUTE, 'read_trackers', () => queueReading(deps))
  await jobs.every(EVERY_TEN_MINUTES, 'queue_lost_webhooks', () => queueLost(deps))
  await jobs.every(AT_NIGHT, 'sweep_webhooks', () => forgetOld(deps))
}
