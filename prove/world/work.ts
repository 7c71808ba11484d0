import { makeRelease, makeRequest } from '../../packages/server/src/testing/making/make.ts'
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

/** Creates requests with their files, and releases. */

/** Creates a request. For a hidden one, its module was taken away from the company. */
export async function makeRequestThing(ground: Ground, state: State): Promise<Thing> {
  const { db, canaries, people, modules } = ground
  const audience = audienceOf(ground, state)
  const id = await makeRequest(db, {
    author_id: state === 'foreign' ? people.stranger : people.manager,
    idcomp: ownerOf(ground, state),
    idmod: state === 'hidden' ? modules.lost : modules.shared,
    e_title: `Заявка ${canaries.plant(`title of a request (${state})`, audience)}`,
    text: canaries.plant(`text of a request (${state})`, audience),
    description: `<p>${canaries.plant(`description of a request (${state})`, audience)}</p>`,
    backlog_title: canaries.plant(`backlog title (${state})`, 'staff'),
    inBacklog: true,
    backlog_priority: 2,
    planned_time: canaries.plantMinutes(`hours of a request (${state})`, differing(31_337)),
    ...deletedOf(state),
  })
  const file = await fileOf(ground, `of a request (${state})`, audience)
  await db.insertInto('request_files').values({ request_id: id, file_id: file }).execute()
  await db
    .insertInto('issues')
    .values({
      request_id: id,
      title: canaries.plant(`developer's task (${state})`, 'staff'),
      status: 'Открыта',
      assignee: canaries.plant('assignee', 'staff'),
      url: `https://dev.example.ru/${canaries.plant('url of a task', 'staff')}`,
      planned_time: 77_011,
      spent_time: 77_017,
    })
    .execute()
  await history(ground, 'request', id, 'backlog_title', 'staff')
  return thing(ground, 'request', state, id, { file, ...(await talk(ground, id, state)) })
}

/** Creates the conversation: first an internal entry of staff with a file, then an entry for the company. */
async function talk(ground: Ground, request_id: number, state: State) {
  const { db, canaries, people } = ground
  const audience = audienceOf(ground, state)
  const began = { side: 'staff', author_id: people.manager, created_at: AT }
  const { id: thread_id } = await db
    .insertInto('threads')
    .values({ ...began, request_id, kind: 'talk', state: 'open', owner_id: people.manager, updated_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  const say = async (text: string, input: { internal?: boolean; withdrawn_at?: string; asks?: boolean }) => {
    const entry = { ...began, thread_id, html: `<p>${text}</p>`, text, ...input }
    return (await db.insertInto('entries').values(entry).returning('id').executeTakeFirstOrThrow()).id
  }
  const internal = await say(canaries.plant(`staff’s own words of a request (${state})`, 'staff'), { internal: true })
  const file_id = await fileOf(ground, `of staff’s own words of a request (${state})`, 'staff')
  await db.insertInto('entry_files').values({ entry_id: internal, file_id }).execute()
  await say(
    canaries.plant(`words of a request that were taken back (${state})`, () => false),
    { withdrawn_at: AT },
  )
  const entry = await say(canaries.plant(`words of a request (${state})`, audience), { asks: true })
  return { thread: thread_id, entry }
}

/** Creates a file attached to a request. */
export async function makeFileThing(ground: Ground, state: State): Promise<Thing> {
  const request = await makeRequestThing(ground, state)
  return thing(ground, 'file', state, request.of['file'] ?? 0, { request: request.id })
}

/** Creates notes on a release that only staff may read. */
async function besides({ db, canaries, people, companies }: Ground, id: number, state: State) {
  await db
    .insertInto('release_step_changes')
    .values({
      release_id: id,
      step_id: 0,
      at: AT,
      user_id: people.manager,
      comment: canaries.plant(`comment on a step (${state})`, 'staff'),
    })
    .execute()
  await db
    .insertInto('not_publishing_list')
    .values({
      release_id: id,
      idcomp: companies.third,
      user_id: people.manager,
      at: AT,
      reason: canaries.plant(`reason of the not-publishing list (${state})`, 'staff'),
    })
    .execute()
}

/** Creates a release. Own and foreign ones are visible to their company; a hidden one is not shown to clients. */
export async function makeReleaseThing(
  ground: Ground,
  state: State,
  { requests = [], also = [] }: { requests?: number[]; also?: number[] } = {},
): Promise<Thing> {
  const { db, canaries, people, modules, companies } = ground
  const audience = [...audienceOf(ground, state), ...also]
  const id = await makeRelease(
    db,
    {
      author_id: people.manager,
      title: `Релиз ${canaries.plant(`title of a release (${state})`, audience)}`,
      short_description: canaries.plant(`short description (${state})`, audience),
      description: `<p>${canaries.plant(`description of a release (${state})`, audience)}</p>`,
      terms: `<p>${canaries.plant(`terms (${state})`, audience)}</p>`,
      comment: canaries.plant(`comment on a release (${state})`, 'staff'),
      planned_time: canaries.plantMinutes(`hours of a release (${state})`, differing(41_507)),
      is_visible_for_client: state !== 'hidden',
      ...deletedOf(state),
    },
    {
      companies: [ownerOf(ground, state), companies.third, ...also],
      modules: [modules.shared],
      users: [people.manager],
    },
  )
  await besides(ground, id, state)
  if (requests.length > 0)
    await db.updateTable('requests').set({ release_id: id }).where('id', 'in', requests).execute()
  const file = await fileOf(ground, `of a release (${state})`, 'staff')
  await db.insertInto('release_files').values({ release_id: id, file_id: file }).execute()
  await history(ground, 'release', id, 'comment', 'staff')
  return thing(ground, 'release', state, id, { file })
}
