import { afterAll, beforeAll, beforeEach } from 'vitest'
import { services } from '@vypusk/contract'
import { makePeople } from './making/make.ts'
import { testApp, type Api, type TestApp } from './app.ts'

/** A directory that talks SCIM to a product of its own, with messages of real directories. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A message or a reply; tests read more fields of replies than are sent. */
export interface ScimBody {
  id: string
  members: { value: string }[]
  Resources: { id: string }[]
  totalResults: number
  [name: string]: unknown
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface TestDirectory {
  product: TestApp
  admin: Api
  company: number
  token: string
  send: (method: Method, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>
  /** Adds people to the group that makes them staff, which is created for the first of them. */
  grantAccess: (...ids: string[]) => Promise<string>
}

interface Answer {
  status: number
  body: ScimBody
  headers: Record<string, unknown>
}

/** A token of a new service. */
export async function serviceToken(admin: Api, scope: services.ServiceScope): Promise<string> {
  const body = { name: `Каталог ${scope}`, scope, company: null, days: 30 }
  const { id } = (await admin(services.create, { body })).body.service
  return (await admin(services.createToken, { params: { id }, body: { name: 'ключ' } })).body.access_token
}

export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })

/** A person as created by Okta. */
export const okta = (key: string, overrides: object = {}) => ({
  schemas: [USER],
  userName: `${key}@acme.ru`,
  name: { givenName: 'Вера', familyName: 'Орлова' },
  emails: [{ primary: true, value: `${key}@acme.ru`, type: 'work' }],
  displayName: 'Вера Орлова',
  locale: 'ru-RU',
  externalId: `00u-${key}`,
  groups: [],
  password: 'x1mNTz2q',
  active: true,
  ...overrides,
})

function sending({ app }: TestApp, token: string): TestDirectory['send'] {
  return async (method, path, body, headers = {}) => {
    const reply = await app.inject({
      method,
      url: `/api/scim/v2${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    const json = reply.body === '' ? {} : reply.json()
    return { status: reply.statusCode, body: json, headers: reply.headers }
  }
}

function accessGranting(send: TestDirectory['send']): TestDirectory['grantAccess'] {
  let group = ''
  return async (...ids) => {
    const members = ids.map((value) => ({ value }))
    if (group === '') {
      group = (await send('POST', '/Groups', { schemas: [GROUP], displayName: 'vypusk-staff', members })).body.id
    } else await send('PATCH', `/Groups/${group}`, patch({ op: 'add', path: 'members', value: members }))
    return group
  }
}

/**
 * Opens a product with a directory; it has the companies and people of `makePeople`, and the first company is called
 * `acme`.
 */
export async function openDirectory(settings: Record<string, string> = {}): Promise<TestDirectory> {
  const product = await testApp({
    SCIM_GROUPS: 'vypusk-staff=staff, vypusk-admins=admin, acme=client:1+registry',
    ...settings,
  })
  const company = (await makePeople(product.deps.db)).company1
  const admin = await product.as('admin')
  const token = await serviceToken(admin, 'directory')
  const send = sending(product, token)
  return { product, admin, company, token, send, grantAccess: accessGranting(send) }
}

export const accountBy = ({ deps }: TestApp, login: string) =>
  deps.db.selectFrom('users').selectAll().where('login', '=', login).where('deleted_at', 'is', null).executeTakeFirst()

/** A directory for the tests of one file, filled before they run; each test reports a person of its own. */
export function directoryWorld(settings: Record<string, string> = {}) {
  const directory = {} as TestDirectory
  let serial = 0
  beforeAll(async () => void Object.assign(directory, await openDirectory(settings)))
  afterAll(() => directory.product.close())
  beforeEach(() => (serial += 1))
  const scim: TestDirectory['send'] = (...args) => directory.send(...args)
  const key = () => `orlova${serial}`
  return {
    directory,
    scim,
    serial: () => serial,
    key,
    /** Reports the test's person. @returns the id */
    named: async (overrides: object = {}) => (await scim('POST', '/Users', okta(key(), overrides))).body.id,
    /** The account of the test's person. */
    own: () => accountBy(directory.product, `${key()}@acme.ru`),
  }
}
