import { requests } from '@vypusk/contract'
import type { Actor, Call } from '../../../../platform/call.ts'
import { momentOf } from '../../../../platform/clock.ts'
import { emit } from '../../../../platform/events.ts'
import { recordMany } from '../../../../platform/history.ts'
import { oneForAnother } from '../../../../platform/named-apart.ts'
import { refuseField, refuseWith } from '../../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../../platform/transaction.ts'
import { joinWords } from '../../../threads/port.ts'
import { namesOf, peopleIn } from './names.ts'
import { withoutAccount } from '../../rules.ts'
import { AT_ONCE } from '../parts.ts'
import { accountsOf, requestsNaming, type Account, type Concerned } from '../../queries/import/joining.ts'
import { rememberChoices } from '../../store/import/choices.ts'
import { lockReadable, takeTurn, writeAuthor } from '../../store/import/requests.ts'

const NO_NAME = [404, 'У этого источника нет такого имени. Обновите страницу'] as const
const NO_PERSON = 'Такого человека нет или он заблокирован. Выберите другого'
const TITLES = { author: requests.fieldTitles.author, comments_author: 'Автор комментариев' }

/** The person that a name is joined with, by the chosen account and their others; null for nobody here. */
type Person = { chosen: Account; accounts: Account[] } | null

/** As whom the person wrote in a company: by their account there, if they have one (docs/decisions/0100). */
const accountIn = (to: Person, idcomp: number): Account | null =>
  to === null ? null : (to.accounts.find((one) => one.idcomp === idcomp) ?? to.chosen)

interface Joining {
  source: string
  /** In full, as in the files. */
  name: string
  /** As stored beside comments; null if that may be another person with the same name. */
  bare: string | null
  to: Person
}

/** Joins a name with a person: writes everything that the import would have written, had it known them. */
export async function joinName(call: Call<typeof requests.joinImported>) {
  const { source, name, user } = call.body
  // A big source needs many writes, and an import that is running is waited for.
  const patient = { ...call, deps: { ...call.deps, db: call.deps.longDb } }
  const done = await inTransaction(patient, async (tx) => {
    await takeTurn(tx)
    const to = await personHere(tx, user)
    const known = await peopleIn(tx, source)
    if (!known.some((one) => one.name === name)) throw refuseWith(NO_NAME)
    const alike = known.filter((one) => withoutAccount(one.name) === withoutAccount(name))
    const bare = alike.length === 1 || name === withoutAccount(name) ? withoutAccount(name) : null
    const at = momentOf(call.deps.clock)
    await rememberChoices(tx, source, [{ field: 'author', word: name, choice: user }], at)
    return joinAll(tx, call, { source, name, bare, to })
  })
  return { message: 'Success', ...done, ...(await namesOf(call.deps.longDb, source)) }
}

async function personHere(tx: Transaction, id: number | null): Promise<Person> {
  if (id === null) return null
  const accounts = await accountsOf.all(tx, { id })
  const chosen = accounts.find((one) => one.id === id)
  if (!chosen) throw refuseField('user', NO_PERSON)
  return { chosen, accounts }
}

async function joinAll(tx: Transaction, actor: Actor, joining: Joining) {
  const done = { requests: 0, comments: 0 }
  let after = 0
  for (;;) {
    const concerned = await nextConcerned(tx, joining, after)
    const last = concerned.at(-1)
    if (!last) break
    after = last.id
    const groups = Map.groupBy(concerned, ({ idcomp }) => accountIn(joining.to, idcomp))
    for (const [to, some] of groups) {
      const { requests: written, comments } = await joinSome(tx, actor, { ...joining, to }, some)
      done.requests += written
      done.comments += comments
    }
  }
  if (done.requests + done.comments > 0) {
    // One event for all of them, as after an import: open screens load their data again, and nobody is notified.
    const data = { of: 'request' as const, ids: [] }
    await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies: null, data })
  }
  return done
}

/** The next requests of the source that the name has written, unless they are the person's already, or commented on. */
const nextConcerned = (tx: Transaction, { source, name, bare, to }: Joining, after: number) =>
  requestsNaming.all(tx, {
    source,
    name,
    bare,
    own: JSON.stringify(to?.accounts ?? []),
    chosen: to?.chosen.id ?? null,
    after,
    limit: AT_ONCE,
  })

interface JoiningAccount extends Omit<Joining, 'to'> {
  to: Account | null
}

async function joinSome(tx: Transaction, actor: Actor, { bare, to, name }: JoiningAccount, concerned: Concerned[]) {
  const ids = concerned.map(({ id }) => id)
  const before = await lockReadable(tx, ids)
  const own = concerned.filter(({ is_authors }) => is_authors).map(({ id }) => id)
  // As an import does: requests without an author here belong to the person who imports them.
  const authorship = { author_id: to?.id ?? actor.person.id, remembered: to?.id ?? null }
  if (own.length > 0) await writeAuthor(tx, own, { ...authorship, at: momentOf(actor.deps.clock) })
  const joined = bare === null ? new Map<number, number>() : await joinWords(tx, actor, concerned, { name: bare, to })
  const [isOwn, here] = [new Set(own), to ?? actor.person]
  const commentAuthors = to === null ? { before: null, after: bare } : { before: bare ?? name, after: to.name }
  const changes = before.map(({ id, author, author_id }) => {
    const hasComments = joined.has(id)
    const was = { id: author_id, name: author }
    const [former, present] = oneForAnother(was, isOwn.has(id) ? here : was)
    return {
      entity: 'request' as const,
      entity_id: id,
      titles: TITLES,
      before: { author: former, comments_author: hasComments ? commentAuthors.before : null },
      after: { author: present, comments_author: hasComments ? commentAuthors.after : null },
      via: 'import' as const,
    }
  })
  await recordMany(tx, actor, changes)
  return { requests: own.length, comments: [...joined.values()].reduce((all, count) => all + count, 0) }
}
