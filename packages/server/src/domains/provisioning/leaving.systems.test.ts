import { describe, expect, test } from 'vitest'
import { adminPeople, auth, DAY_MS, tokens } from '@vypusk/contract'
import { secretHash } from '../../platform/credentials/secret.ts'
import { makeCompany } from '../../testing/making/make.ts'
import { directoryWorld, GROUP, patch } from '../../testing/scim.ts'

/** People who leave, however the directory reports it, and people who return. */

const { directory, scim, serial, key, named, own } = directoryWorld({
  SCIM_GROUPS: 'vypusk-staff=staff, acme=client:1+registry, other=client:2',
})

/** A session of somebody without a password. */
async function sessionOf(user_id: number) {
  const at = directory.product.clock.now().toISOString()
  const secret = `session-${serial()}-${Math.random()}`
  await directory.product.deps.db
    .insertInto('sessions')
    .values({
      token_hash: secretHash(secret),
      user_id,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(Date.parse(at) + DAY_MS).toISOString(),
      password_only: false,
    })
    .execute()
  return directory.product.withToken(secret)
}

describe('a person who leaves', () => {
  async function comes() {
    const id = await named()
    await directory.grantAccess(id)
    const person = await own()
    const session = () => sessionOf(person?.id ?? 0)
    const api = await session()
    expect((await api(auth.getUser)).status).toBe(200)
    const { body } = await api(tokens.create, { body: { name: 'мой', scope: 'read', days: 5 } })
    return { id, person, session: api, program: directory.product.withToken(body.access_token), again: session }
  }

  test.each([
    [
      'active: false',
      (id: string) => scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } })),
    ],
    ['DELETE', (id: string) => scim('DELETE', `/Users/${id}`)],
    [
      'leaving the group',
      (id: string) =>
        directory
          .grantAccess()
          .then((group) =>
            scim('PATCH', `/Groups/${group}`, patch({ op: 'Remove', path: `members[value eq "${id}"]` })),
          ),
    ],
  ])('by %s loses access at once', async (_, leave) => {
    const { id, person, session, program } = await comes()
    expect((await leave(id)).status).toBeLessThan(300)
    expect([(await session(auth.getUser)).status, (await program(auth.getUser)).status]).toEqual([401, 401])
    const open = await directory.product.deps.db
      .selectFrom('entrances')
      .select('kind')
      .where('user_id', '=', person?.id ?? 0)
      .execute()
    expect(open).toEqual([])
    expect(await own()).toMatchObject({ is_blocked: true })
  })

  test('returns without any former session or token', async () => {
    const { id, session, program, again } = await comes()
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect([(await session(auth.getUser)).status, (await program(auth.getUser)).status]).toEqual([401, 401])
    expect(await own()).toMatchObject({ is_blocked: false })
    expect((await (await again())(auth.getUser)).status).toBe(200)
  })

  test('blocked by an administrator is not unblocked by the directory', async () => {
    const { id, person } = await comes()
    await directory.admin(adminPeople.block, { params: { id: person?.id ?? 0 }, body: { is_blocked: true } })
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect(await own()).toMatchObject({ is_blocked: true })
  })

  test('and is created again with the same key is the same person, with another key another', async () => {
    const { id, person } = await comes()
    await scim('DELETE', `/Users/${id}`)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    const back = await named()
    await directory.grantAccess(back)
    expect(await own()).toMatchObject({ id: person?.id, is_blocked: false })
    await scim('DELETE', `/Users/${back}`)
    const other = await named({ externalId: `иной${serial()}` })
    await directory.grantAccess(other)
    const now = await own()
    expect(now?.id).not.toBe(person?.id)
    const former = await directory.product.deps.db
      .selectFrom('users')
      .select(['login', 'is_blocked'])
      .where('id', '=', person?.id ?? 0)
      .executeTakeFirst()
    expect(former).toEqual({ login: `orlova${serial()}@acme.ru#${person?.id}`, is_blocked: true })
  })
})

test('a newcomer gets the login of somebody who has left, and can be added to the same further company', async () => {
  const further = await makeCompany(directory.product.deps.db)
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  const comes = async (overrides: object) => {
    const id = await named(overrides)
    await scim('POST', '/Groups', { displayName: 'acme', members: [{ value: id }] })
    const params = { id: (await own())?.id ?? 0 }
    return {
      id,
      joined: (await directory.admin(adminPeople.join, { params, body: { company: further, ...rights } })).status,
    }
  }
  const acme = async () => (await scim('GET', '/Groups?filter=displayName eq "acme"')).body.Resources[0]?.id
  const first = await comes({})
  expect(first.joined).toBe(200)
  await scim('DELETE', `/Groups/${await acme()}`)
  await scim('DELETE', `/Users/${first.id}`)
  expect((await comes({ externalId: `иной${serial()}` })).joined).toBe(200)
  const accounts = directory.product.deps.db.selectFrom('users').select(['login']).where('idcomp', '=', further)
  const logins = (await accounts.orderBy('id').execute()).map(({ login }) => login)
  // Nobody has the login of another one, whatever logins are freed.
  expect(logins).toEqual([
    expect.stringMatching(/^\S+#\d+ #\d+-\d+$/),
    expect.stringMatching(/^\S+@acme\.ru #\d+-\d+$/),
  ])
  await scim('DELETE', `/Groups/${await acme()}`)
})

describe('groups', () => {
  test('give what the setting has for their names, and take it away', async () => {
    const id = await named()
    const made = await scim('POST', '/Groups', { displayName: 'acme', members: [{ value: id, display: 'x' }] })
    expect(made).toMatchObject({ status: 201, body: { members: [{ value: id }] } })
    expect(await own()).toMatchObject({ isRivc: false, idcomp: directory.company, can_enter_registry: true })
    const { id: group } = made.body
    const without = await scim('GET', `/Groups/${group}?excludedAttributes=members`)
    expect(without.body['members']).toBeUndefined()
    const { body } = await scim('GET', `/Groups?filter=displayName eq "ACME"&attributes=displayName`)
    expect(body['Resources']).toEqual([{ schemas: [GROUP], id: group, displayName: 'acme' }])
    // The new name gives nothing.
    await scim('PATCH', `/Groups/${group}`, patch({ op: 'replace', value: { id: group, displayName: 'иная' } }))
    expect(await own()).toMatchObject({ is_blocked: true })
    await scim('PUT', `/Groups/${group}`, { displayName: 'acme', members: [{ value: id }] })
    expect(await own()).toMatchObject({ is_blocked: false })
    expect((await scim('DELETE', `/Groups/${group}`)).status).toBe(204)
    expect(await own()).toMatchObject({ is_blocked: true })
  })

  test('that move somebody to another company end what was opened for the former one', async () => {
    const id = await named()
    const put = (displayName: string) => scim('POST', '/Groups', { displayName, members: [{ value: id }] })
    const { body: group } = await put('acme')
    const session = await sessionOf((await own())?.id ?? 0)
    expect((await session(auth.getUser)).body).toMatchObject({ company: { idcomp: directory.company } })
    await directory.product.deps.db
      .updateTable('users')
      .set({ can_edit_calendar: true })
      .where('login', '=', `${key()}@acme.ru`)
      .execute()
    await put('other')
    expect((await session(auth.getUser)).status).toBe(200)
    expect(await own()).toMatchObject({ can_edit_calendar: true, can_enter_registry: true })
    await scim('DELETE', `/Groups/${group.id}`)
    // Rights belong to each company, also the one that no group gives.
    expect(await own()).toMatchObject({ idcomp: 2, is_blocked: false, can_edit_calendar: false })
    expect((await session(auth.getUser)).status).toBe(401)
  })

  test('never make a client of staff: the person cannot sign in on either side', async () => {
    const id = await named()
    const staff = await directory.grantAccess(id)
    await scim('PATCH', `/Groups/${staff}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
    const { body } = await scim('POST', '/Groups', { displayName: 'acme', members: [{ value: id }] })
    expect(await own()).toMatchObject({ is_blocked: true, isRivc: true, idcomp: null })
    const row = await directory.product.deps.db
      .selectFrom('scim_people')
      .select('problem')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ problem: 'other_side' })
    await scim('DELETE', `/Groups/${body['id']}`)
  })

  test('do not accept members the directory has not created', async () => {
    const value = [{ value: '00000000-0000-4000-8000-000000000000' }]
    const body = patch({ op: 'add', path: 'members', value })
    expect(await scim('PATCH', `/Groups/${await directory.grantAccess()}`, body)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
  })
})
