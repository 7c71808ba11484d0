import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { eachOnce } from '../each-once.ts'
import { tone } from '../requests/request-shapes.ts'
import { done, id, idText, line, message, version } from '../values.ts'

/**
 * The lists that forms and filters choose from: systems, modules, steps of releases and of the registry, statuses and
 * types of requests. Administrators keep them. Items are never deleted; a hidden item cannot be chosen any more.
 */

export const listName = z.enum(['system', 'module', 'release_step', 'registry_step', 'request_status', 'request_type'])
export type ListName = z.output<typeof listName>

export const item = z.object({
  id,
  name: z.string(),
  is_hidden: z.boolean(),
  /**
   * How often the item is used: companies that use a module, releases and entries on a step, requests with a status or
   * type.
   */
  uses: z.int().min(0),
  version: z.int(),
})
export type Item = z.output<typeof item>

/** What it means to be on a step: in work, published or closed. */
export const stepKind = z.enum(['work', 'published', 'closed'])
export type StepKind = z.output<typeof stepKind>
export const releaseStep = item.extend({ kind: stepKind })
export type ReleaseStep = z.output<typeof releaseStep>

/** What administrators read of the colours of statuses. */
export const toneNames: Record<z.output<typeof tone>, string> = {
  grey: 'Серый',
  amber: 'Янтарный',
  blue: 'Синий',
  green: 'Зелёный',
  red: 'Красный',
}

/** A status of requests. */
export const requestStatus = item.extend({
  /**
   * Whether the work on its requests is over: they wait for nobody, and who adds them to a release is told.
   */
  is_over: z.boolean(),
  /** The colour of its name in lists and cards. */
  tone,
})
export type RequestStatus = z.output<typeof requestStatus>

export const systems = endpoint({
  method: 'GET',
  path: '/admin/systems',
  access: 'admin',
  summary: 'Every system with its modules in order, including hidden ones.',
  reply: z.object({ systems: z.array(item.extend({ modules: z.array(item) })) }),
})

export const steps = endpoint({
  method: 'GET',
  path: '/admin/steps',
  access: 'admin',
  summary: 'Steps of releases (without Планирование) and of the registry in order, including hidden ones.',
  reply: z.object({ release_steps: z.array(releaseStep), registry_steps: z.array(item) }),
})

export const requestLists = endpoint({
  method: 'GET',
  path: '/admin/request-lists',
  access: 'admin',
  summary:
    'Statuses and types of requests in order, including hidden ones. A new request gets the first status that is not hidden.',
  reply: z.object({ statuses: z.array(requestStatus), types: z.array(item) }),
})

const list = z.object({ list: listName })
const one = z.object({ list: listName, id: idText })
const name = line(100, { empty: 'Укажите название', long: 'Название не длиннее 100 символов' })

export const create = endpoint({
  method: 'POST',
  path: '/admin/lists/:list',
  access: 'admin',
  summary:
    'Adds an entry at the end of a list, or by its name where nobody has ordered the list. A module names its system. 422 for a name that is taken and for an unknown system.',
  params: list,
  body: z.object({ name, idsys: id.nullish() }),
  reply: z.object({ message, id }),
  creates: true,
})

export const rename = endpoint({
  method: 'POST',
  path: '/admin/lists/:list/:id',
  access: 'admin',
  summary:
    'Renames an entry; everything that refers to it shows the new name. 409 with `current` for a stale `version`.',
  params: one,
  body: z.object({ name, version }),
  reply: done,
})

export const hide = endpoint({
  method: 'POST',
  path: '/admin/lists/:list/:id/hide',
  access: 'admin',
  summary:
    'Hides an entry from every choice, or shows it again. 422 for a step that something is on, for the published step, for the last remaining step of the registry, status or type, and where a status that ends the work would become the first, which new requests get.',
  params: one,
  body: z.object({ is_hidden: z.boolean() }),
  reply: done,
})

export const reorder = endpoint({
  method: 'POST',
  path: '/admin/lists/:list/order',
  access: 'admin',
  summary:
    'Sets the order of a list; modules are those of one system. 409 when the ids are not those of the list because somebody has added to it. 422 for a first status that ends the work: new requests get the first.',
  params: list,
  body: z.object({ ids: eachOnce(id).min(1).max(1000) }),
  reply: done,
})

export const setKind = endpoint({
  method: 'POST',
  path: '/admin/steps/:id/kind',
  access: 'admin',
  summary:
    'Sets what being on a step of releases means. One step is the published one; the step that was it before becomes a closed one (`closed`). 422 while releases are on the step.',
  params: z.object({ id: idText }),
  body: z.object({ kind: stepKind }),
  reply: done,
})

export const setOver = endpoint({
  method: 'POST',
  path: '/admin/request-statuses/:id/over',
  access: 'admin',
  summary:
    'Sets whether the work on requests with a status is over: they wait for nobody, and who adds them to a release is told. 422 for the first status, which new requests get.',
  params: z.object({ id: idText }),
  body: z.object({ is_over: z.boolean() }),
  reply: done,
})

export const setTone = endpoint({
  method: 'POST',
  path: '/admin/request-statuses/:id/tone',
  access: 'admin',
  summary: 'Sets the colour of a status of requests in lists and cards.',
  params: z.object({ id: idText }),
  body: z.object({ tone }),
  reply: done,
})
