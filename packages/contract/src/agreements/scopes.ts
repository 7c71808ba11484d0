import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { freeText, id, message, moment, outcome, ref } from '../values.ts'
import { orElse } from '../optional.ts'

/** What a company agrees to: the release's scope as its people can read it (docs/decisions/0060). */

/** SHA-256 of a scope's canonical JSON: 64 hexadecimal digits. */
export const scopeSha = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]{64}$/)

/** How an approval names the scope: 409 `{message, scope_change}` when the scope is a different one by now. */
export const namedScope = {
  /** Sum of the scope that was shown. */
  scope_sha: scopeSha.optional(),
  /** From a place that does not show the scope: sum of the one that the company was last written about. */
  told_sha: scopeSha.optional(),
}

/** The content of a scope: plain text and references. Formatting, date, files, step and statuses are not part of it. */
export const scopeBody = z.object({
  description: z.string(),
  modules: z.array(z.object({ idmod: id, namemod: z.string(), system: z.string() })),
  /** The company's own requests; `text` is the text about the request in the release's description. */
  requests: z.array(z.object({ id, text: z.string(), title: z.string() })),
  /** What clients have to know before installing. */
  terms: z.string(),
})
export type ScopeBody = z.output<typeof scopeBody>

export const scope = scopeBody.extend({ sha256: scopeSha, format: z.int() })
export type Scope = z.output<typeof scope>

/** A part of a scope; `id` is 0 for the two texts, of which there is only one each. */
export const scopePart = z.object({
  kind: z.enum(['request', 'module', 'description', 'terms']),
  id: z.int().min(0),
  title: z.string(),
})
export type ScopePart = z.output<typeof scopePart>

const changeOf = <Part extends z.ZodType, Changed extends z.ZodType>(part: Part, changed: Changed) =>
  z.object({
    /** When the change was noticed. */
    since: moment,
    /** The current scope; a decision or an approval refers to it. */
    scope_sha: scopeSha,
    added: z.array(part),
    removed: z.array(part),
    /** Parts whose text has changed. */
    changed: z.array(changed),
  })

/** Differences from the scope the client agreed to that staff have not settled; without the texts in lists. */
export const scopeChange = changeOf(scopePart, scopePart)
export type ScopeChange = z.output<typeof scopeChange>

const scopeText = scopePart.extend({ text: z.string() })
const reworded = scopePart.extend({ before: z.string(), after: z.string() })

/** The same with the texts before and after. */
export const scopeDifference = changeOf(scopeText, reworded)
export type ScopeDifference = z.output<typeof scopeDifference>

/**
 * `anew`, `tell` and `ignore` are decisions by staff. `returned`: the scope is again as it was agreed. `upgrade`: made
 * on the day the product was upgraded.
 */
export const scopeDecision = z.object({
  id,
  kind: z.enum(['anew', 'tell', 'ignore', 'returned', 'upgrade']),
  reason: z.string(),
  by: ref.nullable(),
  at: moment,
})
export type ScopeDecision = z.output<typeof scopeDecision>

const textsOf = ({ description, terms }: ScopeBody) => [
  { kind: 'description' as const, id: 0, title: 'Описание релиза', text: description },
  { kind: 'terms' as const, id: 0, title: 'Правила установки', text: terms },
]

/** All non-empty parts of a scope by their keys. */
function partsOf(body: ScopeBody) {
  const requests = body.requests.map(({ id: number, title, text }) => {
    const whole = text ? `${title}\n${text}` : title
    return { kind: 'request' as const, id: number, title, text: whole }
  })
  const modules = body.modules.map(({ idmod, namemod, system }) => {
    const name = `${system} – ${namemod}`
    return { kind: 'module' as const, id: idmod, title: name, text: name }
  })
  const parts = [...requests, ...modules, ...textsOf(body)].filter(({ text }) => text !== '')
  return new Map(parts.map((part) => [`${part.kind} ${part.id}`, part]))
}

/**
 * Compares two scopes. A module that has another name by now, or is in another system, is the same module: what was
 * agreed to has not changed (docs/decisions/0060).
 * @returns the parts that were added, removed and changed
 */
export function scopeDifferenceOf(
  before: ScopeBody,
  after: ScopeBody,
): Pick<ScopeDifference, 'added' | 'removed' | 'changed'> {
  const [was, is] = [partsOf(before), partsOf(after)]
  return {
    added: [...is].filter(([key]) => !was.has(key)).map(([, part]) => part),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, part]) => part),
    changed: [...is].flatMap(([key, { text, ...part }]) => {
      const old = was.get(key)
      const isReworded = old !== undefined && old.text !== text && part.kind !== 'module'
      return isReworded ? [{ ...part, before: old.text, after: text }] : []
    }),
  }
}

/** Whether two scopes that were compared are the same. */
export const isNoDifference = ({ added, removed, changed }: ReturnType<typeof scopeDifferenceOf>): boolean =>
  added.length + removed.length + changed.length === 0

/** Why the client cannot be asked again or told of a changed scope. */
export const HIDDEN_SCOPE =
  'Релиз скрыт от клиентов, о его составе им не пишут: откройте релиз клиентам или решите, что изменение несущественно'

export const MAX_SCOPE_REASON = 1000
export const MOST_SETTLED = 200

export const settle = endpoint({
  method: 'POST',
  path: '/agreements/settle-scope',
  access: 'staff',
  tool: { name: 'settle_scope', title: 'Решить об изменённом составе' },
  summary:
    'Decides about changed scopes, each naming the scope_sha it was seen with. `anew`: the approval of the client is cleared, and the client is asked again by a letter with the difference; `tell`: a letter is sent, and the approval remains; `ignore`: neither, with a reason. `anew` and `tell` are refused while the release is hidden from clients. One that is refused – its scope has changed again, or there is nothing to decide – does not hold up the others.',
  body: z.object({
    agreements: z
      .array(z.object({ id, scope_sha: scopeSha }))
      .min(1, 'Выберите согласования')
      .max(MOST_SETTLED),
    decision: z.enum(['anew', 'tell', 'ignore']),
    reason: orElse(freeText(MAX_SCOPE_REASON), ''),
  }),
  reply: z.object({
    message,
    /** Ids of the agreements it was done for. */
    done: z.array(id),
    refused: z.array(z.object({ id, message })),
    mail: outcome,
  }),
})
export type Decision = 'anew' | 'tell' | 'ignore'
