import { decodeName, directory } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import { rightsOf } from '../../../platform/corporate/rights.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNames } from '../../catalog/port.ts'
import { givesInWords } from '../rules/words.ts'
import { placeOf } from './replies.ts'

/** The state of the directory, as administrators see it. */

const MOST = 200

const lastCall = statement((db) =>
  db
    .selectFrom('shared_api_tokens')
    .select((eb) => eb.fn.max('last_used_at').as('at'))
    .where('scope', '=', 'directory'),
)

const counts = statement((db) =>
  db
    .selectFrom('scim_people as p')
    .leftJoin('shared_users as u', 'u.id', 'p.user_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('people'),
      eb.fn.countAll<number>().filterWhere('u.is_blocked', '=', false).as('open'),
    ])
    .where('p.gone_at', 'is', null),
)

const groups = statement((db) =>
  db
    .selectFrom('scim_groups as g')
    .select((eb) => [
      'g.display_name as name',
      eb
        .selectFrom('scim_members as m')
        .whereRef('m.group_id', '=', 'g.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('members_count'),
    ])
    .orderBy('g.display_name')
    .limit(MOST),
)

const problems = statement((db) =>
  db
    .selectFrom('scim_people')
    .select(['user_name', 'problem'])
    .where('gone_at', 'is', null)
    .where('problem', 'is not', null)
    .orderBy('user_name')
    .limit(MOST),
)

export async function statusOf(deps: Deps): Promise<directory.DirectoryStatus> {
  const { db, settings } = deps
  const [last, { people, open }, all, wrong] = await Promise.all([
    lastCall.first(db, {}),
    counts.one(db, {}),
    groups.all(db, {}),
    problems.all(db, {}),
  ])
  const withRights = all.map((group) => ({ ...group, rights: rightsOf(settings.scim?.groups ?? [], [group.name]) }))
  const names = await companyNames(
    db,
    withRights.flatMap(({ rights }) => rights?.idcomp ?? []),
  )
  return {
    url: settings.scim ? placeOf(deps, '') : null,
    last_call_at: last?.at ?? null,
    people_count: people,
    open_count: open,
    groups: withRights.map(({ rights, ...group }) => {
      const company = rights?.idcomp ? names.get(rights.idcomp) : undefined
      return { ...group, gives: rights && givesInWords(rights, company ? decodeName(company.namecomp) : null) }
    }),
    problems: wrong.flatMap(({ user_name, problem }) => {
      const known = directory.problems.find((one) => one === problem)
      return known ? [{ user_name, problem: known }] : []
    }),
  }
}
