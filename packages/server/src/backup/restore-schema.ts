import { DAY_MS } from '@vypusk/contract'
import type { ClientBase } from 'pg'
import { RESTORE_SCHEMA } from '../platform/database/state.ts'
import { furthest } from '../platform/elapsed.ts'
import type { FileStore } from '../platform/external/file-store.ts'
import { UNSURE } from '../platform/unsure.ts'
import { NO_LONGER_THEIRS } from '../domains/publications/port.ts'
import { quoted } from './schema.ts'

/**
 * The schema in which a copy is prepared while the old tables are still in use, and the single step that puts it in
 * their place. A killed restore leaves nothing but this schema (docs/decisions/0036).
 */
export const BESIDE = RESTORE_SCHEMA

/** Files that a restore adds to the store; noted in advance, so that they can be removed if the restore breaks off. */
const BROUGHT = `${BESIDE}.restore_files`

export async function openBeside(client: ClientBase): Promise<void> {
  await client.query(`create schema ${BESIDE}`)
  await client.query(`create table ${BROUGHT} (storage_key uuid primary key, handle text)`)
}

export const noteFile = (client: ClientBase, key: string) =>
  client.query(`insert into ${BROUGHT} values ($1) on conflict do nothing`, [key])

/** Notes the store's handle of a file that arrives in pieces. */
export const noteHandle = (client: ClientBase, key: string, handle: string) =>
  client.query(`update ${BROUGHT} set handle = $2 where storage_key = $1`, [key, handle])

const exists = async (client: ClientBase, name: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as found', [name])).rows[0]?.found === true

/**
 * Removes what an interrupted restore has left: its tables, and the files it added for them.
 * @returns whether there was anything
 */
export async function clearBeside(client: ClientBase, store: FileStore): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [BESIDE])
  if (!rowCount) return false
  if (await exists(client, BROUGHT)) {
    const unless = (await exists(client, 'public.files'))
      ? 'where not exists (select from public.files f where f.storage_key = brought.storage_key)'
      : ''
    // The restore that broke off may have been one of a version that noted no handles.
    const { rows } = await client.query<{ key: string; handle: string | null }>(
      `select storage_key as key, to_jsonb(brought) ->> 'handle' as handle from ${BROUGHT} as brought ${unless}`,
    )
    for (const { key, handle } of rows) {
      if (handle) await store.abandon(key, handle)
      await store.delete(key)
    }
  }
  await client.query(`drop schema if exists ${BESIDE} cascade`)
  return true
}

/** All independent objects of a schema, of any kind: nothing that belongs to an extension or to a table's column. */
const OBJECTS = `select case o.type when 'composite type' then 'type' when 'statistics object' then 'statistics'
    else o.type end as type, o.identity
  from pg_depend d, pg_identify_object(d.classid, d.objid, 0) o
  where d.refclassid = 'pg_namespace'::regclass and d.refobjid = to_regnamespace($1) and d.deptype = 'n'
    and o.type <> 'default acl'
    and not exists (select from pg_depend part where part.classid = d.classid and part.objid = d.objid
      and (part.deptype = 'e' or (part.deptype in ('a', 'i') and o.type = 'sequence')))`

interface SchemaObject {
  type: string
  identity: string
}
const objectsOf = async (client: ClientBase, schema: string) =>
  (await client.query<SchemaObject>(OBJECTS, [schema])).rows

/**
 * Replaces the existing objects by the prepared ones, inside the caller's transaction. The schema `public` itself is
 * kept with its rights and its extensions, which may belong to somebody else.
 */
export async function takePlace(client: ClientBase): Promise<void> {
  await client.query(`create schema if not exists public; drop table ${BROUGHT}`)
  for (const { type, identity } of await objectsOf(client, 'public')) {
    if (type !== 'extension') await client.query(`drop ${type} if exists ${identity} cascade`)
  }
  for (const { type, identity } of await objectsOf(client, BESIDE)) {
    await client.query(`alter ${type} ${identity} set schema public`)
  }
  await client.query(`drop schema ${BESIDE}`)
  // The next start recreates the queue.
  await client.query('drop schema if exists pgboss cascade')
}

const beside = (table: string) => `${BESIDE}.${quoted(table)}`

/**
 * Files of the old system are kept until the new one is in place. They are entered as deleted files, so that the
 * nightly clean-up removes them, as it does with uploads in progress.
 */
export async function keepFormerFiles(client: ClientBase, at: string): Promise<void> {
  if (await exists(client, 'public.files')) {
    await client.query(
      `insert into ${beside('files')} as file (file_name, version, size, sha256, storage_key, uploaded, deleted_at)
       select file_name, version, size, sha256, storage_key, uploaded, $1::timestamptz from public.files former
        -- The old system may be of a release without this column.
        where (deleted_at is null or to_jsonb(former) ->> 'bytes_gone_at' is null)
          and not exists (select from ${beside('files')} kept
            where kept.storage_key = former.storage_key and kept.deleted_at is null)
       on conflict (storage_key) do update set deleted_at = excluded.deleted_at, bytes_gone_at = null`,
      [at],
    )
  }
  if (await exists(client, 'public.uploads')) {
    await client.query(
      `insert into ${beside('uploads')} (storage_key, user_id, file_name, handle, created_at, updated_at)
       select former.storage_key, person.id, former.file_name, former.handle, former.created_at, '1970-01-01'
         from public.uploads former, (select min(id) as id from ${beside('users')}) person
        where former.file_id is null and person.id is not null
          and not exists (select from ${beside('files')} kept where kept.storage_key = former.storage_key)
       on conflict do nothing`,
    )
  }
}

/** Ends what was in progress when the copy was made. @param at the moment of the restore, ISO 8601 */
export async function settle(client: ClientBase, at: string): Promise<void> {
  await client.query(`update ${beside('deliveries')} set state = 'failed', last_error = $1 where state = 'queued'`, [
    UNSURE,
  ])
  // What is sent after all once its company gets the release may have been sent since the copy.
  await client.query(`update ${beside('deliveries')} set last_error = $1 where needless and last_error = $2`, [
    UNSURE,
    NO_LONGER_THEIRS,
  ])
  await client.query(`update ${beside('letters_left_out')} set is_unsure = true`)
  await client.query(`update ${beside('held_letters')} set is_unsure = true where due_at <= $1 or due_at > $2`, [
    at,
    furthest(at, DAY_MS),
  ])
  await client.query(
    `with ended as (update ${beside('webhook_deliveries')} set state = 'failed' where state = 'queued' returning id)
     insert into ${beside('webhook_tries')} (delivery_id, at, took_ms, answer) select id, $1, 0, $2 from ended`,
    [at, UNSURE],
  )
  // Their first bytes are not in the copy.
  await client.query(`delete from ${beside('uploads')} where file_id is null`)
  // The attempt that the copy itself is of has not died.
  await client.query(`update ${beside('installation')} set value = value - 'begun_at' where key = 'backup_diary'`)
  // Whatever the copy contains, a restored system is never filled with demo data.
  await client.query(`insert into ${beside('installation')} values ('demo', 'false') on conflict do nothing`)
}
