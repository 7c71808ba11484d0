import type { publications } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf, type Clock } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { earlyReply } from '../../../platform/http/idempotency.ts'
import { recordChanges } from '../../../platform/history.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { knowing } from '../../access/port.ts'
import { lockAgreementsOf } from '../../agreements/port.ts'
import { presentCompanies } from '../../catalog/port.ts'
import { lockUploads } from '../../files/port.ts'
import { lockReleases, moveToPublished, readinessOf, releasesFor } from '../../releases/port.ts'
import { BAD_DRAFT, NOT_AS_SHOWN } from '../policy.ts'
import { queueCopies } from './copying.ts'
import { digestOf } from './digest.ts'
import { recordHanded } from './handing.ts'
import {
  addressees,
  audienceOf,
  laterAudienceOf,
  listed,
  problemsOf,
  reached,
  unready,
  type DraftFacts,
  type Problems,
} from '../rules/draft.ts'
import type { Handed } from '../rules/copies.ts'
import { customersByFile, hasPackages, packagesOf } from '../rules/packages.ts'
import { modulesUsed } from '../queries/uses.ts'
import { dropPublished, insertPublication, peopleOf, releasesIn } from '../store.ts'
import '../events.ts'

type Draft = publications.Draft

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
const once = (ids: number[]) => [...new Set(ids)]

/**
 * Locks what the draft names, in order of id so that two publications cannot deadlock, and companies before releases as
 * hiding a company does. Agreements follow their releases: whether a release is ready is read from them, and a change
 * of one locks nothing else.
 */
async function takeNamed(tx: Transaction, { list, recipients, corrects }: Draft, clock: Clock): Promise<DraftFacts> {
  const customers = once(list.flatMap((item) => item.customers))
  const present = await presentCompanies(tx, customers)
  const named = once(list.map((item) => item.release)).toSorted((a, b) => a - b)
  const found = await releasesFor(tx, named)
  const locked = await lockReleases(
    tx,
    found.map(({ id }) => id),
  )
  const ids = [...locked.keys()]
  await lockAgreementsOf(tx, ids)
  const releases = await releasesFor(tx, ids)
  return {
    releases: byId(
      releases.map((release) => ({ ...release, companies: release.companies.filter((id) => present.has(id)) })),
    ),
    readiness: await readinessOf(tx, ids, momentOf(clock)),
    uploads: byId(await lockUploads(tx, once(list.flatMap((item) => item.files)))),
    people: byId(await peopleOf(tx, [...recipients.rivc, ...recipients.clients])),
    corrected: corrects === undefined ? [] : await releasesIn(tx, corrects),
    uses: await modulesUsed(tx, customers),
  }
}

const titles = {
  releases: 'Релизы',
  files: 'Файлы',
  packages: 'Кому файлы',
  recipients: 'Получатели',
  text: 'Текст письма',
  reason: 'Причина публикации неготового релиза',
  corrects: 'Исправляет публикацию',
}

/** «avtopark.zip: компаний 3», for items whose files are not all for everybody. */
const packagesInWords = (item: Draft['list'][number], { uploads, uses }: DraftFacts): string[] =>
  hasPackages(item)
    ? [...customersByFile(item, uses)].map(
        ([id, getting]) => `${uploads.get(id)?.file_name}: компаний ${getting.length}`,
      )
    : []

/** A release of the draft as the publication keeps it. */
function publishedItem(item: Draft['list'][number], draft: Draft, known: DraftFacts) {
  const release = known.releases.get(item.release)
  if (!release) return []
  const { files, modules, customers, packages } = item
  return {
    release_id: release.id,
    title: release.title,
    files,
    modules,
    customers,
    packages: hasPackages(item) ? { assigned: packages, of: packagesOf(item, known.uses) } : null,
    notPublishingList: listed(item, release),
    reason: unready({ list: [item] }, known).length > 0 ? (draft.reason ?? null) : null,
    was_hidden: !release.is_visible_for_client,
  }
}

/** Writes the publication with its history; the draft has been checked already. */
async function write(tx: Transaction, call: Call<typeof publications.publish>, draft: Draft, known: DraftFacts) {
  const { deps, person } = call
  const people = addressees(draft, known)
  const entity_id = await insertPublication(tx, {
    author_id: person.id,
    text: draft.text,
    corrects: draft.corrects ?? null,
    created_at: momentOf(deps.clock),
    items: draft.list.flatMap((item) => publishedItem(item, draft, known)),
    recipients: people.map(({ id }) => id),
  })
  await recordChanges(tx, call, {
    entity: 'publication',
    entity_id,
    titles,
    before: null,
    after: {
      releases: draft.list.map((item) => known.releases.get(item.release)?.title),
      files: draft.list.flatMap((item) => item.files.map((id) => known.uploads.get(id)?.file_name)),
      packages: draft.list.flatMap((item) => packagesInWords(item, known)),
      recipients: people.map(({ name }) => name),
      text: draft.text,
      reason: unready(draft, known).length > 0 ? draft.reason : null,
      corrects: draft.corrects ?? null,
    },
  })
  return entity_id
}

/** Records in the corrected publication what corrects it, and updates its open screens. */
async function recordCorrected(tx: Transaction, call: Call<typeof publications.publish>, id: number) {
  const { corrects: entity_id } = call.body
  if (entity_id === undefined) return
  await recordChanges(tx, call, {
    entity: 'publication',
    entity_id,
    titles: { corrected_by: 'Исправлена публикацией' },
    before: null,
    after: { corrected_by: id },
  })
  const companies = await knowing(tx, 'publication', entity_id)
  await emit(tx, call, { kind: 'changed', entity: 'publication', entity_id, companies, data: {} })
}

/** The files of each release and the companies it reaches. */
const handedOf = ({ list }: Draft, { releases, uploads, uses }: DraftFacts): Handed[] =>
  list.flatMap((item) => {
    const release = releases.get(item.release)
    const filesOf = (ids: number[]) => ids.flatMap((id) => uploads.get(id) ?? [])
    const packageOf = packagesOf(item, uses)
    const packageFor = (idcomp: number) => filesOf(packageOf(idcomp))
    return release ? [{ release, companies: reached(item, release), files: filesOf(item.files), packageFor }] : []
  })

/**
 * What publishing a draft would hand over, its digest, its errors, and the companies that get releases only once these
 * are shown; the locks end with the transaction.
 */
export async function judge(
  tx: Transaction,
  draft: Draft,
  clock: Clock,
): Promise<{ handed: Handed[]; later: number[]; digest: string; errors: Problems }> {
  const known = await takeNamed(tx, draft, clock)
  const handed = handedOf(draft, known)
  const later = laterAudienceOf(draft, known)
  return { handed, later, digest: digestOf(draft, known, handed), errors: problemsOf(draft, known) }
}

/**
 * Publishes releases in one transaction: what is handed over, its history, the releases' step and the event that causes
 * the letters are all written, or none of them.
 */
export async function publish(call: Call<typeof publications.publish>) {
  let event_id: number | null = null
  const { digest, ...draft } = call.body
  const reply = await inTransaction(call, async (tx) => {
    const known = await takeNamed(tx, draft, call.deps.clock)
    const errors = problemsOf(draft, known)
    if (Object.keys(errors).length > 0) throw refuseWith(BAD_DRAFT, { errors })
    const handed = handedOf(draft, known)
    if (digest !== undefined && digest !== digestOf(draft, known, handed)) throw refuseWith(NOT_AS_SHOWN)
    const id = await write(tx, call, draft, known)
    const shown = [...known.releases.values()].filter((release) => release.is_visible_for_client)
    await recordHanded(
      tx,
      call,
      id,
      shown.map((release) => release.id),
    )
    await recordCorrected(tx, call, id)
    await dropPublished(tx, call.person.id, [...known.releases.keys()])
    for (const release of known.releases.keys()) await moveToPublished(tx, call, release)
    event_id = await emit(tx, call, {
      kind: 'publication.published',
      entity: 'publication',
      entity_id: id,
      version: 1,
      companies: audienceOf(draft, known),
      data: { publication_id: id },
    })
    await queueCopies(tx, call, { event_id, publication_id: id, at: momentOf(call.deps.clock) }, handed)
    return earlyReply({ message: 'Success', id, mail: 'queued' as const, ftp: 'queued' as const })
  })
  const [mail, ftp] = await Promise.all([outcomeOf(call.deps, event_id, 'mail'), outcomeOf(call.deps, event_id, 'ftp')])
  return { ...reply, mail, ftp }
}
