import type pg from 'pg'
import { words } from './names.ts'

/** All tables that the demo fills, with the columns it provides; the others keep their defaults. */
export const columns = {
  companies: words('idcomp namecomp created_at'),
  users: words(`
    id login name email password_hash isRivc isAdmin idcomp is_blocked can_enter_registry can_create_registry
    can_edit_calendar created_at person_id is_service
  `),
  service_accounts: words('user_id about scope expires_at'),
  api_tokens: words('id user_id name scope token_hash created_at expires_at last_used_at'),
  systems: words('idsys namesys'),
  modules: words('idmod namemod idsys'),
  company_modules: words('idcomp idmod'),
  company_calendars: words('company_id zone working installing updated_by updated_at'),
  substitutes: words('id company_id user_id substitute_id date_from date_to author_id created_at started_at'),
  freezes: words('id idcomp date_from date_to reason author_id created_at'),
  files: words('id file_name version size sha256 storage_key uploaded uploaded_by'),
  file_downloads: words('id file_id user_id at sent first_byte idcomp'),
  releases: words(`
    id title start_date plan_date planned_time short_description is_visible_for_client description terms comment
    step_id author_id version created_at updated_at published_at
  `),
  release_step_changes: words('id release_id step_id comment user_id at'),
  release_modules: words('release_id idmod'),
  release_companies: words('release_id idcomp'),
  release_users: words('release_id user_id'),
  release_files: words('release_id file_id'),
  not_publishing_list: words('release_id idcomp reason user_id at'),
  requests: words(`
    id e_title text status_id type_id author_id idcomp idmod priority urgency isPaid release_id description isSolo
    inBacklog backlog_title planned_time backlog_priority backlog_version description_version version created_at
    updated_at source source_key
  `),
  imported_rows: words('request_id row at'),
  request_files: words('request_id file_id'),
  issues: words('id request_id title status assignee planned_time spent_time url tracker key'),
  agreements: words(`
    id release_id company_id by_rivc by_client remark isPublishedOnTestEnv recipientsExtra releaseDate releaseTime
    cancel_reason author_id sent_at heard_at build version created_at updated_at
  `),
  test_results: words('id agreement_id request_id build verdict comment user_id on_behalf at thread_id'),
  agreement_recipients: words('agreement_id user_id'),
  agreement_offers: words('id agreement_id releaseDate releaseTime reason state user_id created_at'),
  company_escalations: words('company_id deputy_id head_id'),
  reminder_pauses: words('id agreement_id asked_at reason user_id at'),
  threads: words(`
    id agreement_id request_id kind side author_id owner_id due blocks state closed_at closed_by created_at updated_at
  `),
  entries: words('id thread_id side author_id html text internal asks created_at edited_at withdrawn_at'),
  entry_mentions: words('entry_id user_id'),
  watchers: words('entity entity_id user_id watches at'),
  publications: words('id author_id text created_at withdrawn_at withdrawn_by withdrawn_reason corrects'),
  publication_releases: words('id publication_id idx release_id notPublishingList reason has_packages'),
  publication_files: words('publication_release_id file_id'),
  publication_packages: words('publication_release_id idcomp file_id'),
  publication_file_modules: words('publication_release_id file_id idmod'),
  publication_modules: words('publication_release_id idmod'),
  publication_customers: words('publication_release_id idcomp'),
  publication_recipients: words('publication_id user_id'),
  publication_openings: words('publication_id user_id at idcomp'),
  publication_checks: words('publication_id file_id user_id at idcomp'),
  publication_receipts: words('publication_release_id idcomp kind user_id at'),
  registry_entries: words(`
    id number request_id idcomp title description step_id priority responsible_id boss_id due_date planned_time
    author_id version created_at updated_at
  `),
  registry_comments: words('id entry_id side comment user_id created_at'),
  registry_numbers: words('year last'),
  registry_visits: words('user_id first_at previous_at last_at'),
  trackers: words('id name url sealed_key request_field is_active created_at read_at'),
  webhooks: words('id url kinds secret format company_id is_active created_at'),
  history: words('id entity entity_id field title before after user_id via note at chain seq prev hash salt'),
  chain_heads: words('chain release_id company_id seq hash'),
  events: words('id kind entity entity_id version companies data user_id at'),
  letters: words('id event_id entity entity_id kind subject html text created_at'),
  deliveries: words(
    'id kind letter_id file_id event_id entity entity_id target state attempts last_error at idcomp copied readers',
  ),
}

export const tables = Object.keys(columns)

/** The types of those columns, in the same order. */
export async function columnTypes(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select attrelid::regclass::text as table, attname as column, format_type(atttypid, null) as type
       from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0`,
    [tables],
  )
  const types = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]))
  const typesOf = ([table, names]: [string, string[]]) => [
    table,
    names.map((name) => types.get(`${table}.${name}`) ?? ''),
  ]
  return Object.fromEntries(Object.entries(columns).map(typesOf))
}

/** A key, index or reference that is removed for the time of loading, and the SQL that restores it. */
export interface Removed {
  restore: string
  /** SQL that protects the data without building everything at once; null for none. */
  guard: string | null
  /** SQL that then remains to be done (platform/database/deferred-ddl.ts); null for none. */
  rest: string | null
}

/**
 * Removes keys, indexes and references, because loading into bare tables and building each index once at the end is
 * several times faster. Keys are restored before indexes, references last; indexes in reverse order of their names, so
 * that those for listing and finding requests come early.
 */
export async function bareTables(client: pg.ClientBase): Promise<Removed[]> {
  const { rows } = await client.query<Removed & { remove: string }>(
    `with constraints as (
       select oid, contype, conname as name, format('alter table %s', conrelid::regclass) as altering
         from pg_constraint
        where (contype in ('p', 'u') and conrelid = any($1::regclass[]))
           or (contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
     ), indexes as (
       select indexrelid::regclass::text as name, indisunique, pg_get_indexdef(indexrelid) as definition
         from pg_index
        where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     ), removed as (
       select 0 as kind, name, format('%s drop constraint %I', altering, name) as remove,
              format('%s add constraint %I %s', altering, name, pg_get_constraintdef(oid)) as restore,
              '' as guarding, null as rest
         from constraints where contype <> 'f'
       union all
       select 1, name, format('drop index %s', name), definition,
              case when indisunique then '' end, case when not indisunique then definition end
         from indexes
       union all
       select 2, name, format('%s drop constraint %I', altering, name),
              format('%s add constraint %I %s', altering, name, pg_get_constraintdef(oid)),
              ' not valid', format('%s validate constraint %I', altering, name)
         from constraints where contype = 'f'
     )
     select remove, restore, restore || guarding as guard, rest from removed order by kind, name desc`,
    [tables],
  )
  for (const { remove } of rows.toReversed()) await client.query(remove)
  await client.query(`truncate ${tables.join(', ')}`)
  return rows
}

/** Moves every identity past the ids in use. */
export async function moveIdentities(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, attname as column from pg_attribute
      where attidentity <> '' and attrelid = any($1::regclass[]) and not attisdropped`,
    [tables],
  )
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max("${column}"), 0) + 1, false) from ${table}`,
    )
  }
}
