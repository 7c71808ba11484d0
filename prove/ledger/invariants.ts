import type { Stage } from '../stage/stage.ts'
import type { Ledger } from './ledger.ts'

/** Invariants of the rows; each query returns the rows that violate one. */
const questions = (word: string): Record<string, string> => ({
  'history tells of a making twice or never': `
    select t.kind || ' ' || t.id as row from (
      select 'request' as kind, id, 'e_title' as field from requests where e_title like '${word}%'
      union all select 'release', id, 'title' from releases where title like '${word}%'
      union all select 'registry_entry', id, 'title' from registry_entries where title like '${word}%') t
    where (select count(*) from history h where h.entity = t.kind and h.entity_id = t.id and h.field = t.field) <> 1`,
  'a letter without a delivery': `
    select l.id::text as row from letters l where not exists (select from deliveries d where d.letter_id = l.id)`,
  'a publication without a release, or with a file that is gone': `
    select p.id::text as row from publications p
    where not exists (select from publication_releases r where r.publication_id = p.id)
      or exists (select from publication_releases r join publication_files f on f.publication_release_id = r.id
        join files on files.id = f.file_id where r.publication_id = p.id and files.deleted_at is not null)`,
  'agreed although never asked': `
    select id::text as row from agreements where by_client and sent_at is null and "recipientsExtra"[1] like '${word}%'`,
  'a delivery that waits and has no job': `
    select d.id::text as row from deliveries d where d.state = 'queued'`,
  'a thing made by no event': `
    select 'request ' || r.id as row from requests r where r.e_title like '${word}%'
      and not exists (select from events e where e.entity = 'request' and e.entity_id = r.id)`,
})

/** Tables whose search index must give the same answer as the rows themselves. */
const SEARCHED = ['requests', 'releases', 'registry_entries']

async function indexFault({ rows }: Stage, table: string, word: string): Promise<string[]> {
  const count = `select count(*)::int as many from ${table} where search_text like '%${word}%'`
  const by = (off: string) => rows<{ many: number }>(`${off}; ${count}`)
  const [byIndex] = (await by('set enable_seqscan = off')).slice(-1)
  const [byRows] = (await by('set enable_indexscan = off; set enable_bitmapscan = off')).slice(-1)
  return byIndex?.many === byRows?.many
    ? []
    : [`the search of ${table}: ${byIndex?.many} by its index, ${byRows?.many} rows`]
}

export async function invariants(stage: Stage, { word }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [what, question] of Object.entries(questions(word))) {
    const found = await stage.rows<{ row: string }>(question)
    faults.push(...found.map(({ row }) => `${what}: ${row}`))
  }
  for (const table of SEARCHED) faults.push(...(await indexFault(stage, table, word)))
  return faults
}
