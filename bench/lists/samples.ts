import pg from 'pg'

/** Plausible values for each filter: those that most rows have, so that as much as possible is read. */
export type Samples = Record<string, unknown[]>

/** SQL for the most frequent id in a column. */
const usual = (table: string, column: string) =>
  `(select ${column} from ${table} where ${column} is not null group by 1 order by count(*) desc limit 1)`

export async function samplesOf(config: pg.ClientConfig): Promise<Samples> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client
    .query<Record<string, number> & { from: string; to: string }>(
      `select ${usual('requests', 'release_id')} as release, ${usual('requests', 'type_id')} as type,
        ${usual('requests', 'status_id')} as status, ${usual('requests', 'author_id')} as author,
        ${usual('requests', 'idcomp')} as company, ${usual('requests', 'idmod')} as module,
        ${usual('releases', 'step_id')} as step, ${usual('releases', 'author_id')} as releaser,
        ${usual('registry_entries', 'step_id')} as registry_step, ${usual('registry_entries', 'boss_id')} as boss,
        ${usual('registry_entries', 'responsible_id')} as responsible,
        (select idsys from systems order by 1 limit 1) as system,
        (max(created_at) - interval '8 months')::date::text as "from", (max(created_at) - interval '7 months')::date::text as "to"
      from requests`,
    )
    .finally(() => client.end())
  const found = rows[0]
  if (!found) throw new Error('the database is empty')
  return samplesFrom(found)
}

/** Returns the samples of a database with these most frequent ids and these days. */
export const samplesFrom = (found: Record<string, number> & { from: string; to: string }): Samples => ({
  ...ofThings(found),
  ...ofWords(found),
})

const ofThings = (found: Record<string, number>): Samples => ({
  ids: [[1, 2, 3]],
  changed_agreement_ids: [[1, 2, 3]],
  changed_release_ids: [[found['release']]],
  release_ids: [[found['release']]],
  type_ids: [[found['type']]],
  status_ids: [[found['status']]],
  author_ids: [[found['author']]],
  client_ids: [[found['company']]],
  company_ids: [[found['company']]],
  companies: [[found['company']]],
  module_ids: [[found['module']]],
  modules: [[found['module']]],
  systems: [[found['system']]],
  steps: [[found['step']]],
  authors: [[found['releaser']]],
  owner_ids: [[found['releaser']]],
  user_ids: [[found['releaser']]],
  step_ids: [[found['registry_step']]],
  boss_ids: [[found['boss']]],
  responsible_ids: [[found['responsible']]],
})

const ofWords = ({ from, to }: { from: string; to: string }): Samples => ({
  urgs: [[1], [4]],
  priorities: [[0], [3, 4]],
  priority_ids: [[0], [4]],
  isPaid: [1, 2],
  isInBacklogValues: [1, 2, 3],
  statuses: [[0], [1], [2]],
  shown_statuses: [[0], [1], [2], [-2], [-3]],
  state_ids: [[1], [2]],
  role_ids: [[1], [2]],
  entities: [['request'], ['user', 'release']],
  date_from: [from],
  date_to: [to],
  // Texts with many matches, few matches and none.
  search_string: ['отчёт', 'задолженност', 'ъёэ'],
  unread: [true],
  own: [true],
  behind: [true],
  isDesc: [true],
})
