import type { Ground } from './ground.ts'

const AT = '2026-03-02T09:00:00.000Z'
const LATER = '2027-01-01T00:00:00.000Z'

/** Creates things that belong to one person, here the administrator: nobody else may read them, not even staff. */
export async function makePrivateThings(ground: Ground) {
  const { db, canaries, people, companies } = ground
  const own = (where: string) => canaries.plant(where, ({ key }) => key === 'admin')
  const user_id = people.admin
  const variant = await db
    .insertInto('planning_variants')
    .values({ author_id: user_id, name: own('a variant that is not shared'), updated_at: AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('publication_drafts')
    .values({
      user_id,
      updated_at: AT,
      draft: JSON.stringify({
        step: 0,
        list: [],
        rivc: [],
        clients: [],
        proposed: { companies: [], staff: [] },
        text: own('a draft of a publication'),
        reason: '',
        changed: '',
      }),
    })
    .execute()
  await db
    .insertInto('user_settings')
    .values({ user_id, page: 'Own', pageSettings: JSON.stringify({ note: own('settings of a page') }), updated_at: AT })
    .execute()
  const token = await db
    .insertInto('api_tokens')
    .values({
      user_id,
      name: own('name of a token'),
      scope: 'read',
      token_hash: Buffer.alloc(32, 7),
      created_at: AT,
      expires_at: LATER,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const freeze = await db
    .insertInto('freezes')
    .values({
      idcomp: companies.other,
      date_from: '2026-03-25',
      date_to: '2026-03-26',
      author_id: user_id,
      created_at: AT,
      reason: canaries.plant('reason of closed days', 'staff'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const webhook = await db
    .insertInto('webhooks')
    .values({
      url: `http://127.0.0.1:9/${own('address of a webhook')}`,
      secret: own('secret of a webhook'),
      kinds: ['request.changed'],
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { variant: variant.id, token: token.id, freeze: freeze.id, webhook: webhook.id }
}
