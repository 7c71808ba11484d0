import { MOST_OF_A_PAGE } from './limits.ts'

/** The description of itself that SCIM requires of a server (RFC 7643, 5 to 7). Pure. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

interface Attribute {
  name: string
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  required?: boolean
  multiValued?: boolean
  caseExact?: boolean
  mutability?: 'readWrite' | 'readOnly' | 'immutable'
  uniqueness?: 'none' | 'server'
  subAttributes?: Attribute[]
}

const attribute = ({ type = 'string', subAttributes, ...rest }: Attribute): object => ({
  type,
  multiValued: false,
  description: rest.name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rest,
  ...(subAttributes ? { subAttributes: subAttributes.map(attribute) } : {}),
})

const readOnly = { mutability: 'readOnly' } as const
const EXTERNAL: Attribute = { name: 'externalId', caseExact: true, uniqueness: 'server' }

const schema = (id: string, name: string, attributes: Attribute[]) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: name,
  attributes: attributes.map(attribute),
  meta: { resourceType: 'Schema' },
})

export const schemas = [
  schema(USER, 'User', [
    { name: 'userName', required: true, uniqueness: 'server' },
    EXTERNAL,
    { name: 'displayName' },
    {
      name: 'name',
      type: 'complex',
      subAttributes: ['formatted', 'familyName', 'givenName', 'middleName'].map((name) => ({ name })),
    },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      subAttributes: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
    },
    { name: 'active', type: 'boolean' },
    {
      name: 'groups',
      type: 'complex',
      multiValued: true,
      ...readOnly,
      subAttributes: [
        { name: 'value', ...readOnly },
        { name: 'display', ...readOnly },
      ],
    },
  ]),
  schema(GROUP, 'Group', [
    { name: 'displayName', required: true, uniqueness: 'server' },
    EXTERNAL,
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        { name: 'value', mutability: 'immutable' },
        { name: 'display', ...readOnly },
      ],
    },
  ]),
]

const type = (name: string, id: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: id,
  meta: { resourceType: 'ResourceType' },
})

export const resourceTypes = [type('User', USER), type('Group', GROUP)]

export const config = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_OF_A_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer',
      description: 'Токен сервиса, которому можно «Каталог компании (SCIM)»',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
}

/** A page of a list. @param startIndex the first is 1 */
export const listOf = (Resources: object[], totalResults: number, startIndex = 1) => ({
  schemas: [LIST],
  totalResults,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
})
