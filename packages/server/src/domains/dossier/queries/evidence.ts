import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { BY_LETTER } from '../../../platform/text/plain-text.ts'
import { momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isOwnAddress, type Reader } from '../rules/reading.ts'
import type { Subject } from './whose.ts'

/**
 * Reads the evidence that is stored beside the chain: the agreed date, the verdicts on the test environment, and the
 * files with their names and hashes.
 */

interface Trial {
  request_id: number
  /** Empty if the reader may not know it, or if the request is another company's by now. */
  title: string
  build: string
  verdict: 'works' | 'fails'
  comment: string
  by: string
  on_behalf: boolean
  at: string
}

export interface HandedFile {
  file_name: string
  version: string
  size: number
  sha256: string
  fetched_at: string | null
  verified_at: string | null
}

export interface Handing {
  publication_id: number
  at: string
  /** When and why it was taken back. */
  withdrawn: { at: string; reason: string } | null
  /** The publication that it corrects, if that one had reached the company. */
  corrects: number | null
  files: HandedFile[]
  receipts: { kind: 'received' | 'installed'; by: string; at: string }[]
}

/** The evidence of one company. */
export interface Evidence {
  company_id: number
  agreement: { id: number; releaseDate: string | null; releaseTime: string | null; status: number } | null
  trials: Trial[]
  handed: Handing[]
}

interface Of {
  release_id: number
  companies: number[]
}

const agreements = statement(
  (_, { release_id, companies }: Of) => sql<{ company_id: number; agreement: Evidence['agreement'] }>`
    select a.company_id, json_build_object('id', a.id, 'releaseDate', a."releaseDate", 'releaseTime', a."releaseTime",
      'status', a.by_rivc::int + a.by_client::int) as agreement
    from shared_agreements as a
    where a.release_id = ${release_id}::int and a.company_id = any(${companies}::int[]) and a.deleted_at is null`,
)

const trials = statement(
  (_, { release_id, companies }: Of) => sql<
    Omit<Trial, 'by'> & {
      company_id: number
      name: string | null
      address: string | null
    }
  >`
    select a.company_id, t.request_id, case when q.idcomp = a.company_id then q.e_title else '' end as title, t.build, t.verdict, t.comment, u.name, t.address, t.on_behalf, t.at
    from shared_test_results as t
    join shared_agreements as a on a.id = t.agreement_id
    join shared_requests as q on q.id = t.request_id
    left join shared_users as u on u.id = t.user_id
    where a.release_id = ${release_id}::int and a.company_id = any(${companies}::int[])
    order by t.id`,
)

/**
 * What the companies were handed. Staff read it though the release was hidden or a company listed since: the evidence of
 * what was handed stays.
 */
const handingsIn = (of: 'reached_items' | 'open_publication_items') =>
  statement(
    (_, { release_id, companies }: Of) => sql<Handing & { company_id: number }>`
    select open.idcomp as company_id, open.publication_id, p.created_at as at,
      case when exists (select from ${sql.table(of)} as former where former.publication_id = p.corrects
        and former.release_id = open.release_id and former.idcomp = open.idcomp) then p.corrects end as corrects,
      case when p.withdrawn_at is not null
        then json_build_object('at', ${momentInJson('p.withdrawn_at')}, 'reason', p.withdrawn_reason) end as withdrawn,
      coalesce((
        select json_agg(json_build_object('file_name', f.file_name, 'version', f.version, 'size', f.size, 'sha256', f.sha256,
          'fetched_at', (select ${momentInJson('got.at')} from dossier_fetches as got
            where got.file_id = f.id and got.idcomp = open.idcomp),
          'verified_at', (select ${momentInJson('checked.at')} from shared_publication_checks as checked
            where checked.publication_id = open.publication_id and checked.file_id = f.id and checked.idcomp = open.idcomp
            order by checked.at limit 1)) order by f.id)
        from handed_packages as package join shared_files as f on f.id = package.file_id
        where package.publication_release_id = open.publication_release_id and package.idcomp = open.idcomp), '[]') as files,
      coalesce((
        select json_agg(json_build_object('kind', receipt.kind, 'by', u.name, 'at', ${momentInJson('receipt.at')}) order by receipt.at)
        from shared_publication_receipts as receipt join shared_users as u on u.id = receipt.user_id
        where receipt.publication_release_id = open.publication_release_id and receipt.idcomp = open.idcomp), '[]') as receipts
    from ${sql.table(of)} as open
    join shared_publications as p on p.id = open.publication_id and p.deleted_at is null
    where open.release_id = ${release_id}::int and open.idcomp = any(${companies}::int[])
    order by open.publication_id`,
  )
const handings = { staff: handingsIn('reached_items'), client: handingsIn('open_publication_items') }

/** The name of a person. Somebody without an account is named by their address, to readers who may know it. */
const nameOf = (reader: Reader, { name, address }: { name: string | null; address: string | null }) =>
  name ?? (address && isOwnAddress(reader, address) ? address : BY_LETTER)

/** The evidence of each company of the dossier, in the same order. */
export async function evidenceOf(db: Db, { release, parts, reader, isKnown }: Subject): Promise<Evidence[]> {
  const of = { release_id: release.id, companies: parts.map(({ company_id }) => company_id) }
  const [dates, tried, handed] = await Promise.all([
    agreements.all(db, of),
    trials.all(db, of),
    handings[reader === 'staff' ? 'staff' : 'client'].all(db, of),
  ])
  return parts.map(({ company_id }) => ({
    company_id,
    agreement: dates.find((date) => date.company_id === company_id)?.agreement ?? null,
    trials: tried
      .filter((trial) => trial.company_id === company_id)
      .map(({ company_id: _, name, address, title, ...trial }) => ({
        ...trial,
        title: isKnown ? title : '',
        by: nameOf(reader, { name, address }),
      })),
    handed: handed
      .filter((handing) => handing.company_id === company_id)
      .map(({ company_id: _, ...handing }) => handing),
  }))
}

interface ScopeText {
  sha256: string
  body: string
}

const scopes = statement(
  (_, { release_id, companies }: Of) => sql<ScopeText>`
    select scope.sha256, scope.body
    from shared_scopes as scope
    where scope.sha256 in (
      select named.sha256 from dossier_scopes as named
      where named.release_id = ${release_id}::int and named.company_id = any(${companies}::int[]))
    order by scope.sha256`,
)

/**
 * The scopes that these companies were sent or agreed to, each once, by hash. A scope is stored as if the release were
 * shown, so that a client gets none of a release that is hidden from it (docs/decisions/0060).
 */
export const scopesOf = async (db: Db, { release, parts, isKnown }: Subject): Promise<ScopeText[]> =>
  isKnown ? scopes.all(db, { release_id: release.id, companies: parts.map(({ company_id }) => company_id) }) : []
