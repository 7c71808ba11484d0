import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { message } from '../values.ts'
import { density, possibleColumn, selfColumn } from './registry-shapes.ts'

/** The columns of the registry, as each person arranges them for themselves (api.md, "Registry"). */

const access = 'any'

export const possibleColumns = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-possible-columns-settings',
  access,
  summary: 'The columns the caller may have, in the default order.',
  reply: z.object({ columns: z.array(possibleColumn) }),
})

const ownColumns = z.object({ columns: z.array(selfColumn), density })

export const selfColumns = endpoint({
  method: 'GET',
  path: '/requests-registry/info/get-self-columns-settings',
  access,
  summary: 'The columns as the caller has arranged them, or the default ones.',
  reply: ownColumns,
})

export const updateSelfColumns = endpoint({
  method: 'POST',
  path: '/requests-registry/info/update-self-columns-settings',
  access,
  summary:
    'Saves the arrangement of columns. Keys the caller may not have are left out, missing ones take their default place, required ones stay visible.',
  body: z.object({ columns: z.array(selfColumn).max(100), density: density.optional() }),
  reply: ownColumns.extend({ message }),
})
