import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { asError } from '../../../platform/runtime/as-error.ts'
import { fetchFlow, fetchWhole } from '../../../platform/external/outgoing.ts'
import { failureText } from '../rules.ts'

/** Why a Redmine could not be read, in a sentence for administrators. */
export class TrackerFailure extends Error {}

export interface Redmine {
  /** Without a trailing slash. */
  url: string
  key: string
  toPrivate: boolean
}

const TIMEOUT_SECONDS = 20
const MOST_BYTES = 16 * 1024 * 1024
/** The most items that Redmine returns in one page. */
export const AT_ONCE = 100

const MOST_TRIES = 4
const LONGEST_PAUSE_SECONDS = 15
/** A server under load answers with these statuses, and may say when to try again. */
const BUSY = new Set([429, 502, 503, 504])
const pauseOf = (retryAfter: string | undefined, tries: number) =>
  Math.min(LONGEST_PAUSE_SECONDS, Number(retryAfter) > 0 ? Number(retryAfter) : 2 ** tries)

const REFUSED: Record<number, string> = {
  401: 'Redmine не принял ключ. Проверьте ключ и включён ли в Redmine REST API («Администрирование» → «Настройки» → «API»)',
  403: 'У этого ключа в Redmine нет прав, или REST API в нём выключен',
  404: 'По этому адресу Redmine не отвечает: проверьте адрес',
}

const headersOf = ({ key }: Redmine, accept: string) => ({ 'x-redmine-api-key': key, accept, 'user-agent': 'Vypusk' })

async function answerOf(redmine: Redmine, path: string) {
  const { url, toPrivate } = redmine
  const headers = headersOf(redmine, 'application/json')
  const request = { url: url + path, headers, toPrivate, timeoutMs: TIMEOUT_SECONDS * 1000, most: MOST_BYTES }
  for (let tries = 1; ; tries += 1) {
    const answer = await fetchWhole(request).catch((thrown: unknown) => {
      const error = asError(thrown)
      const isLong = error.name === 'TooLong'
      throw new TrackerFailure(isLong ? 'Ответ Redmine больше 16 МБ' : failureText(error, TIMEOUT_SECONDS))
    })
    if (!BUSY.has(answer.status) || tries === MOST_TRIES) return answer
    await pause(pauseOf(answer.headers['retry-after'], tries) * 1000)
  }
}

/** The Redmine answers, but does not let the key read this. */
export class NotAllowed extends TrackerFailure {}
/** The Redmine answers that there is no such thing. */
export class NotThere extends TrackerFailure {}
/** The Redmine began to send a file and did not finish. */
export class CutShort extends TrackerFailure {}

function failureBy(status: number): TrackerFailure {
  const sentence = REFUSED[status] ?? `Redmine ответил ${status}`
  if (status === 403) return new NotAllowed(sentence)
  return status === 404 ? new NotThere(sentence) : new TrackerFailure(sentence)
}

/**
 * Reads an address of a Redmine's REST interface.
 * @throws TrackerFailure with a sentence
 */
async function read<Shape>(redmine: Redmine, path: string, shape: z.ZodType<Shape>): Promise<Shape> {
  const { status, body } = await answerOf(redmine, path)
  if (status !== 200) throw failureBy(status)
  const found = shape.safeParse(jsonIn(body.toString('utf8')))
  if (!found.success) throw new TrackerFailure('По этому адресу отвечает не Redmine: проверьте адрес')
  return found.data
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const named = z.object({ id: z.int(), name: z.string() })
/** All other fields of an issue are passed through unchanged. */
const issue = z.looseObject({
  id: z.int().positive(),
  subject: z.string(),
  status: z.object({ name: z.string() }),
  assigned_to: z.object({ name: z.string() }).optional(),
  author: z.looseObject({ id: z.int(), name: z.string() }).optional(),
  parent: z.object({ id: z.int() }).optional(),
  estimated_hours: z.number().nullish(),
  spent_hours: z.number().nullish(),
  custom_fields: z.array(z.looseObject({ name: z.string(), value: z.unknown() })).optional(),
  updated_on: z.string(),
})
export type RedmineIssue = z.output<typeof issue>
const issues = z.object({ issues: z.array(issue), total_count: z.int() })
const entry = z.object({ id: z.int(), issue: z.object({ id: z.int() }).optional(), created_on: z.string() })

const query = (params: Record<string, string | number>) => {
  const pairs = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

/** A page of issues, closed ones included. */
export const issuesBy = (redmine: Redmine, params: Record<string, string | number>) =>
  read(redmine, `/issues.json?${query({ status_id: '*', limit: AT_ONCE, ...params })}`, issues)

/**
 * A page of the issues whose numbers are higher, by number. Pages that are counted from the beginning instead skip an
 * issue once an earlier one is deleted between them.
 */
export const issuesAbove = (redmine: Redmine, above: number, params: Record<string, string | number>) =>
  issuesBy(redmine, { ...params, sort: 'id:asc', ...(above > 0 && { issue_id: `>=${above + 1}` }) })

/** One issue with all its comments; null if it was deleted meanwhile or can no longer be read. */
export const issueWhole = (redmine: Redmine, id: number): Promise<RedmineIssue | null> =>
  orNone(null, async () => {
    const path = `/issues/${id}.json?include=journals,attachments,relations`
    return (await read(redmine, path, z.object({ issue }))).issue
  })

/** Whether there is no such issue; one that the key may not see exists. */
export const isDeleted = async (redmine: Redmine, id: number): Promise<boolean> => {
  try {
    await read(redmine, `/issues/${id}.json`, z.object({ issue }))
    return false
  } catch (error) {
    if (error instanceof NotAllowed || error instanceof NotThere) return error instanceof NotThere
    throw error
  }
}

/** Returns `none` for what the Redmine does not show. */
async function orNone<Value, None>(none: None, ask: () => Promise<Value>): Promise<Value | None> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NotAllowed || error instanceof NotThere) return none
    throw error
  }
}

/** The time entries, newest first; none if the key may not see any. */
export const entriesAt = (redmine: Redmine, offset: number) =>
  orNone([], async () => {
    const path = `/time_entries.json?${query({ sort: 'created_on:desc', limit: AT_ONCE, offset })}`
    return (await read(redmine, path, z.object({ time_entries: z.array(entry) }))).time_entries
  })

/** The name of the person the key belongs to. */
export const ownerOfKey = async (redmine: Redmine): Promise<string> => {
  const shape = z.object({
    user: z.object({ login: z.string().optional(), firstname: z.string(), lastname: z.string() }),
  })
  const { user } = await read(redmine, '/users/current.json', shape)
  return `${user.firstname} ${user.lastname}`.trim()
}

/** The items of all pages of a list, up to a limit. */
async function all<Item>(
  redmine: Redmine,
  path: string,
  name: string,
  item: z.ZodType<Item>,
  most: number,
): Promise<Item[]> {
  const found: Item[] = []
  for (let offset = 0; offset < most; offset += AT_ONCE) {
    const shape = z.looseObject({ [name]: z.array(item), total_count: z.int() })
    const page = await read(redmine, `${path}?${query({ limit: AT_ONCE, offset })}`, shape)
    found.push(...(page[name] as Item[]))
    if (found.length >= Number(page['total_count'])) break
  }
  return found
}

const MOST_PROJECTS = 2000
export const projectsOf = (redmine: Redmine) => all(redmine, '/projects.json', 'projects', named, MOST_PROJECTS)

const account = z.object({ user: z.object({ login: z.string().optional(), mail: z.string().optional() }) })

/** The login and email that lead from a person there to an account here; empty if the key may not see them. */
export const accountOf = (redmine: Redmine, id: number): Promise<{ login?: string; email?: string }> =>
  orNone({}, async () => {
    const { login, mail } = (await read(redmine, `/users/${id}.json`, account)).user
    return { ...(login && { login }), ...(mail && { email: mail }) }
  })

/** The time limit for a file of any size. */
const FILE_SECONDS = 5 * 60

/** The same bytes; whoever stores them can tell a failure of theirs from one of the store. */
async function* untilCut(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw new CutShort(failureText(asError(error), FILE_SECONDS))
  }
}

/**
 * The bytes of an attachment, as a stream.
 * @param path from `attachmentPath`
 * @throws TrackerFailure with a sentence, also while the bytes are read
 */
export async function attachmentAt(redmine: Redmine, path: string): Promise<AsyncIterable<Buffer>> {
  const { url, toPrivate } = redmine
  const request = { url: url + path, headers: headersOf(redmine, '*/*'), toPrivate, timeoutMs: FILE_SECONDS * 1000 }
  const { status, bytes } = await fetchFlow(request).catch((thrown: unknown) => {
    throw new TrackerFailure(failureText(asError(thrown), FILE_SECONDS))
  })
  if (status === 200) return untilCut(bytes)
  bytes.destroy()
  if (status === 404) throw new NotThere('В Redmine этого файла больше нет')
  throw status === 403 ? new NotAllowed('Ключ не открывает этот файл в Redmine') : failureBy(status)
}
