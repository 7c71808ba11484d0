import { makePublication } from '../../packages/server/src/testing/making/make-publication.ts'
import { makeAgreement, makeEntry } from '../../packages/server/src/testing/making/make.ts'
import {
  AT,
  audienceOf,
  deletedOf,
  differing,
  fileOf,
  history,
  ownerOf,
  thing,
  type Ground,
  type State,
  type Thing,
} from './ground.ts'
import { makeReleaseThing, makeRequestThing } from './work.ts'

/** Creates agreements, publications and registry entries with everything that belongs to them. */

/**
 * Creates an agreement. A hidden one belongs to a hidden release and is not sent yet. The company knows its remark, and
 * also the addresses.
 */
export async function makeAgreementThing(ground: Ground, state: State): Promise<Thing> {
  const { db, canaries, people } = ground
  const release = await makeReleaseThing(ground, state === 'deleted' ? 'own' : state)
  const audience = audienceOf(ground, state)
  const company_id = ownerOf(ground, state)
  const id = await makeAgreement(db, {
    author_id: people.manager,
    release_id: release.id,
    company_id,
    by_rivc: state !== 'hidden',
    remark: canaries.plant(`remark (${state})`, audience),
    recipientsExtra: [`${canaries.plant(`extra address (${state})`, audience)}@example.ru`],
    releaseDate: '2026-03-20',
    releaseTime: '22:00',
    cancel_reason: canaries.plant(`reason of a move (${state})`, audience),
    sent_at: state === 'hidden' ? null : AT,
    ...deletedOf(state),
  })
  const client = state === 'foreign' ? people.stranger : people.client
  await db.insertInto('agreement_recipients').values({ agreement_id: id, user_id: client }).execute()
  const offer = await db
    .insertInto('agreement_offers')
    .values({
      agreement_id: id,
      releaseDate: '2026-03-23',
      reason: canaries.plant(`offer (${state})`, audience),
      user_id: client,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const talk = await thread(ground, id, state, client)
  const delivery = await letter(ground, 'agreement', id)
  await history(ground, 'agreement', id, 'remark', audience)
  const of = { release: release.id, company: company_id, offer: offer.id, delivery, ...talk }
  return thing(ground, 'agreement', state, id, of)
}

/** Creates a client's remark that staff discuss in internal entries, which only staff may read. */
async function thread({ db, canaries, people, ...ground }: Ground, agreement_id: number, state: State, client: number) {
  const audience = audienceOf({ db, canaries, people, ...ground }, state)
  const raised = { side: 'client', author_id: client, created_at: AT }
  const { id: thread_id } = await db
    .insertInto('threads')
    .values({ ...raised, agreement_id, owner_id: people.manager, due: '2026-03-10', blocks: true, updated_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = canaries.plant(`words in a remark (${state})`, audience)
  const own = canaries.plant(`staff’s own words in a remark (${state})`, 'staff')
  const { id: entry_id } = await db
    .insertInto('entries')
    .values({ ...raised, thread_id, html: `<p>${text}</p>`, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const internal = { side: 'staff', author_id: people.manager, internal: true, html: `<p>${own}</p>`, text: own }
  await db
    .insertInto('entries')
    .values({ ...internal, thread_id, created_at: AT })
    .execute()
  return { thread: thread_id, entry: entry_id }
}

/** Creates a letter with a failed delivery; only staff may read the mail server's reply. */
async function letter({ db, canaries }: Ground, entity: string, entity_id: number) {
  const event = { entity, entity_id, kind: 'changed', companies: [], at: AT }
  const { id: event_id } = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()
  const text = canaries.plant(`text of a letter about ${entity}`, 'staff')
  const { id: letter_id } = await db
    .insertInto('letters')
    .values({ event_id, entity, entity_id, kind: 'agreement.sent', subject: text, html: text, text, created_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await db
    .insertInto('deliveries')
    .values({
      event_id,
      letter_id,
      entity,
      entity_id,
      kind: 'mail',
      target: `${canaries.plant('target of a delivery', 'staff')}@example.ru`,
      state: 'failed',
      last_error: canaries.plant('error of a delivery', 'staff'),
      at: AT,
      attempts: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return delivery.id
}

/** Creates a publication. Own and foreign ones went to their company; a hidden one has a hidden release. */
export async function makePublicationThing(ground: Ground, state: State): Promise<Thing> {
  const { db, canaries, people, modules, companies } = ground
  const release = await makeReleaseThing(ground, state === 'deleted' ? 'own' : state)
  const audience = audienceOf(ground, state)
  const customer = ownerOf(ground, state)
  const file = await fileOf(ground, `of a publication (${state})`, audience)
  const id = await makePublication(
    db,
    {
      author_id: people.manager,
      text: canaries.plant(`text of a publication (${state})`, audience),
      ...deletedOf(state),
    },
    [
      {
        release_id: release.id,
        files: [file],
        modules: [modules.shared],
        customers: [customer, companies.third],
        notPublishingList: [companies.third],
      },
    ],
    [state === 'foreign' ? people.stranger : people.client],
  )
  const reason = canaries.plant(`why it was published early (${state})`, 'staff')
  await db.updateTable('publication_releases').set({ reason }).where('publication_id', '=', id).execute()
  await letter(ground, 'publication', id)
  await history(ground, 'publication', id, 'text', 'staff')
  return thing(ground, 'publication', state, id, { release: release.id, file, customer })
}

/**
 * Creates a registry entry for a request that was deleted later. Entries cannot be hidden, so a hidden one is like an
 * own one.
 */
export async function makeEntryThing(ground: Ground, input: State): Promise<Thing> {
  const { db, canaries, people } = ground
  const state = input === 'hidden' ? 'own' : input
  const audience = audienceOf(ground, state)
  const request = await makeRequestThing(ground, 'deleted')
  const id = await makeEntry(db, {
    author_id: people.manager,
    idcomp: ownerOf(ground, state),
    title: canaries.plant(`title of an entry (${state})`, audience),
    description: canaries.plant(`description of an entry (${state})`, audience),
    planned_time: canaries.plantMinutes(`hours of an entry (${state})`, differing(51_501)),
    ...(state === 'foreign' ? {} : { request_id: request.id }),
    ...deletedOf(state),
  })
  for (const side of ['rivc', 'client']) {
    const comment = canaries.plant(`comment of ${side} (${state})`, audience)
    const client = state === 'foreign' ? people.stranger : people.client
    const user_id = side === 'rivc' ? people.manager : client
    await db.insertInto('registry_comments').values({ entry_id: id, side, comment, user_id, created_at: AT }).execute()
  }
  await history(ground, 'registry_entry', id, 'planned_time', 'staff')
  return thing(ground, 'entry', state, id, { request: request.id })
}
