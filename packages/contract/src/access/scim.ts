import * as z from 'zod'
import { wholeText } from '../numbers.ts'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { isOneLine } from '../values.ts'

/**
 * SCIM 2.0 (RFC 7643, RFC 7644): a directory tells the product which people exist and which groups they are in. Bodies,
 * replies and errors follow the standard (`application/scim+json`). Only a service with the scope `directory` may call.
 */

/** The path to configure in a directory, after the installation's own address. */
export const SCIM_PATH = '/api/scim/v2'

/** Limits: resources on a page, operations in a `PATCH`, members in a call, characters in a filter. */
export const MOST_OF_A_PAGE = 200
export const MOST_STEPS = 1000
export const MOST_MEMBERS = 5000
const MOST_FILTER = 1000

const params = z.object({ id: z.uuid() })
/** `attributes` and `excludedAttributes`: names separated by commas. */
const names = z.string().max(1000).optional()
const shown = { attributes: names, excludedAttributes: names }
const whole = wholeText(z.int().min(-1_000_000_000).max(1_000_000_000))
const listing = z.object({
  // A line break inside quotation marks would make the filter parser loop forever.
  filter: z.string().max(MOST_FILTER).refine(isOneLine).optional(),
  /** Index of the first result; counting starts at 1. */
  startIndex: whole.optional(),
  count: whole.optional(),
  ...shown,
})
/** Any object: its other fields are defined by the standard and are checked where they are read. */
const resource = z.looseObject({ schemas: z.array(z.string().max(200)).max(20).optional() })

const about = { access: 'directory', stream: 'bytes' } as const

export const config = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Which parts of SCIM 2.0 are supported.',
})

export const resourceTypes = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  summary: 'The resource types of SCIM: users and groups.',
})

export const schemas = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/Schemas',
  summary: 'The attributes of users and groups that are stored; others are accepted and ignored.',
})

export const listUsers = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/Users',
  summary:
    'People created by the directory, at most 200 at once. `filter` supports `eq ne co sw ew pr gt ge lt le and or not` and `emails[…]`; 400 `invalidFilter` for anything else.',
  query: listing,
})

export const getUser = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/Users/:id',
  summary: 'One person. 404 for no such person.',
  params,
  query: z.object(shown),
})

export const createUser = endpoint({
  ...about,
  method: 'POST',
  path: '/scim/v2/Users',
  summary:
    'Creates a person, 201. They can sign in once a group grants them rights. 409 `uniqueness` for a login or `externalId` that is taken, and for somebody who already has an account here unless SCIM_LINK says otherwise.',
  body: resource,
})

export const replaceUser = endpoint({
  ...about,
  method: 'PUT',
  path: '/scim/v2/Users/:id',
  summary:
    'Replaces the data of a person; what is left out is removed, except `active`. 409 for a login that is taken, 412 for an `If-Match` of another version.',
  params,
  body: resource,
})

export const patchUser = endpoint({
  ...about,
  method: 'PATCH',
  path: '/scim/v2/Users/:id',
  summary:
    'Changes the data of a person, all operations or none. `active: false` ends at once and permanently everything that is open in the person’s name; `true` restores the right to sign in and nothing else. 409 and 412 as for `PUT`.',
  params,
  body: resource,
})

export const removeUser = endpoint({
  ...about,
  method: 'DELETE',
  path: '/scim/v2/Users/:id',
  summary: 'Deletes a person: the account is blocked as by `active: false`, what it wrote is kept. 204.',
  params,
})

export const listGroups = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/Groups',
  summary: 'Groups of the directory, at most 200 at once; `filter` as for users, and `members.value`.',
  query: listing,
})

export const getGroup = endpoint({
  ...about,
  method: 'GET',
  path: '/scim/v2/Groups/:id',
  summary: 'One group with its members; 404.',
  params,
  query: z.object(shown),
})

export const createGroup = endpoint({
  ...about,
  method: 'POST',
  path: '/scim/v2/Groups',
  summary:
    'Creates a group, 201; SCIM_GROUPS says by its name what it grants its members. At most 5000 members a call; of more than 200 the rights follow within minutes. 409 for a name that is taken.',
  body: resource,
  bodyLimit: LISTS_BODY,
})

export const replaceGroup = endpoint({
  ...about,
  method: 'PUT',
  path: '/scim/v2/Groups/:id',
  summary:
    'Replaces the name and the members of a group; of more than 200 that change, the rights follow within minutes. 409 for a name that is taken, 412 for an `If-Match` of another version.',
  params,
  body: resource,
  bodyLimit: LISTS_BODY,
})

export const patchGroup = endpoint({
  ...about,
  method: 'PATCH',
  path: '/scim/v2/Groups/:id',
  summary:
    'Adds and removes members, or renames a group; all operations or none; of more than 200 members that change, the rights follow within minutes. 204 unless attributes are requested; 409 and 412 as for `PUT`.',
  params,
  query: z.object(shown),
  body: resource,
  bodyLimit: LISTS_BODY,
})

export const removeGroup = endpoint({
  ...about,
  method: 'DELETE',
  path: '/scim/v2/Groups/:id',
  summary: 'Deletes a group; its members lose what it granted them, more than 200 within minutes. 204.',
  params,
})
