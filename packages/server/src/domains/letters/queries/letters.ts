import { decodeName } from '@vypusk/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import type { PublicationFacts } from '../templates/publication-letters.ts'
import type { MentionFacts } from '../templates/registry-letters.ts'
import type { Addressee } from '../rules.ts'

/** The columns read of a person who may get a letter. */
export const ADDRESSEE = ['u.id', 'u.name', 'u.email', 'u.isRivc', 'u.idcomp', 'u.is_blocked', 'u.deleted_at'] as const

interface Id {
  id: number
}
export interface Ids {
  ids: readonly number[]
}
/** The people who stand in for any of these now. */
export const substitutesOf = statement((db, { ids }: Ids) =>
  db.selectFrom('shared_substitutes').select(['user_id', 'substitute_id']).where('user_id', '=', oneOf(ids)),
)

/** These people, and the current substitutes of any of them. */
export async function withSubstitutes(db: Db, ids: number[]): Promise<number[]> {
  const acting = await substitutesOf.all(db, { ids })
  return [...new Set([...ids, ...acting.map(({ substitute_id }) => substitute_id)])]
}

const companiesIfSeveral = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_users as u')
    .innerJoin('shared_companies as c', 'c.idcomp', 'u.idcomp')
    .select(['u.id', 'c.namecomp'])
    .where('u.id', '=', oneOf(ids))
    .where((eb) =>
      eb.or([
        eb('u.person_id', 'is not', null),
        eb.exists(
          eb
            .selectFrom('shared_users as further')
            .select('further.id')
            .whereRef('further.person_id', '=', 'u.id')
            .where('further.deleted_at', 'is', null),
        ),
      ]),
    ),
)

/** The names of the companies that letters to people of several companies are for; nobody else is in it. */
export async function companiesOfSeveral(db: Db, ids: number[]): Promise<Map<number, string>> {
  const found = await companiesIfSeveral.all(db, { ids })
  return new Map(found.map(({ id, namecomp }) => [id, decodeName(namecomp)]))
}

/** The same for one person; null for somebody of one company. */
export const companyOfSeveral = async (db: Db, id: number): Promise<string | null> =>
  (await companiesOfSeveral(db, [id])).get(id) ?? null

/** People by id, including those who cannot get letters. */
export const addressees = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_users as u')
    .select(ADDRESSEE)
    .where('u.id', '=', oneOf(ids))
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id'),
)

export const allCompanies = statement((db) =>
  db
    .selectFrom('shared_companies as companies')
    .select(['idcomp', 'namecomp'])
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('idcomp'),
)

/** A publication with its recipients and their substitutes, and the companies that get each of its releases. */
export interface PublicationAround extends Omit<PublicationFacts, 'releases' | 'corrects'> {
  /**
   * `published_title` is what it was called when it was published; `customers` get it now, `handed` got it then,
   * `reached` may have it, whatever was hidden since; `corrected` may have it by the publication that this one corrects.
   */
  releases: {
    id: number
    title: string
    published_title: string
    customers: number[]
    handed: number[]
    reached: number[]
    corrected: number[]
  }[]
  corrects: number | null
  isWithdrawn: boolean
  created_at: string
  recipients: Addressee[]
  /** The person who published it. */
  author: string
}

const publicationBy = statement((db, { id }: Id) =>
  db
    .selectFrom('shared_publications as p')
    .innerJoin('shared_users as author', 'author.id', 'p.author_id')
    .select((eb) => [
      'p.id',
      'p.text',
      'p.corrects',
      'p.created_at',
      sql<boolean>`p.withdrawn_at is not null`.as('isWithdrawn'),
      'author.name as author',
      jsonArrayFrom(
        eb
          .selectFrom('shared_publication_releases as pr')
          .innerJoin('shared_releases as r', 'r.id', 'pr.release_id')
          .select([
            'r.id',
            'r.title',
            sql<string>`coalesce(pr.title, r.title)`.as('published_title'),
            sql<number[]>`array(select idcomp from open_publication_items where publication_release_id = pr.id)`.as(
              'customers',
            ),
            sql<number[]>`array(select idcomp from handed_items where publication_release_id = pr.id)`.as('handed'),
            sql<number[]>`array(select idcomp from reached_items where publication_release_id = pr.id)`.as('reached'),
            sql<number[]>`array(select idcomp from reached_items
              where publication_id = p.corrects and release_id = pr.release_id)`.as('corrected'),
          ])
          .whereRef('pr.publication_id', '=', 'p.id')
          .orderBy('pr.idx'),
      ).as('releases'),
    ])
    .where('p.id', '=', id),
)

/** The companies that a publication reached, by release. */
export const reachedByRelease = statement((db, { id }: Id) =>
  db.selectFrom('reached_items').select(['release_id', 'idcomp']).where('publication_id', '=', id),
)

const recipientsOf = statement((db, { id }: Id) =>
  db
    .selectFrom('shared_users as u')
    .innerJoin('shared_publication_people as r', 'r.user_id', 'u.id')
    .select(ADDRESSEE)
    .where('r.publication_id', '=', id)
    .orderBy('u.id'),
)

/**
 * Reads a publication. Companies on a not-publishing list, then or now, are not customers; a hidden release has none.
 */
export async function publicationAround(db: Db, id: number): Promise<PublicationAround> {
  const [publication, recipients] = await Promise.all([publicationBy.one(db, { id }), recipientsOf.all(db, { id })])
  return { ...publication, recipients }
}

/** SQL that checks that an address is not one of staff. @param lowered in small letters */
export const isNotOfStaff = (lowered: string) => sql<boolean>`not exists (
  select from shared_users as u where u."isRivc" and lower(u.email) = ${lowered})`

/** The agreement, if the company is on the release's not-publishing list and the address does not belong to staff. */
export const agreementLeft = statement((db, { id, lowered }: Id & { lowered: string }) =>
  db
    .selectFrom('shared_agreements as a')
    .innerJoin('shared_not_publishing_list as n', (join) =>
      join.onRef('n.release_id', '=', 'a.release_id').onRef('n.idcomp', '=', 'a.company_id'),
    )
    .select('a.id')
    .where('a.id', '=', id)
    .where(isNotOfStaff(lowered)),
)

const commentBy = statement((db, { id }: Id) =>
  db
    .selectFrom('shared_registry_comments as c')
    .innerJoin('shared_registry_entries as e', 'e.id', 'c.entry_id')
    .innerJoin('shared_companies as co', 'co.idcomp', 'e.idcomp')
    .select(['e.id as entry_id', 'e.number', 'e.title', 'co.namecomp', 'c.comment'])
    .where('c.id', '=', id),
)

const mentionedPeople = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_users as u')
    .select(ADDRESSEE)
    .where('u.id', '=', oneOf(ids))
    // People who want no letter at once see the mention behind the bell.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notice_settings_for_letters as s')
            .select('s.user_id')
            .whereRef('s.user_id', '=', 'u.id')
            .where('s.kind', '=', 'mention')
            .where('s.letter', '=', false),
        ),
      ),
    )
    .orderBy('u.id'),
)

/** A comment of the registry with the people it mentions. */
export async function mentionAround(
  db: Db,
  { comment_id, users }: { comment_id: number; users: number[] },
): Promise<MentionFacts & { people: Addressee[] }> {
  const [facts, people] = await Promise.all([
    commentBy.one(db, { id: comment_id }),
    mentionedPeople.all(db, { ids: users }),
  ])
  return { ...facts, people }
}

/** A person who gets a letter about their own account. */
export const accountAround = statement((db, { id }: Id) =>
  db
    .selectFrom('shared_users as u')
    .select([...ADDRESSEE, 'u.login'])
    .where('u.id', '=', id),
)

export const webhookAround = statement((db, { id }: Id) =>
  db.selectFrom('webhooks_for_letters as webhooks').select(['url', 'is_active']).where('id', '=', id),
)

export const administrators = statement((db) =>
  db.selectFrom('shared_users as u').select(ADDRESSEE).where('u.isAdmin', '=', true).orderBy('u.id'),
)

/** Events by id, in order, with the people who caused them. */
export const eventsBy = statement((db, { ids }: Ids) =>
  db
    .selectFrom('shared_events as e')
    .leftJoin('shared_users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.data', 'u.name'])
    .where('e.id', '=', oneOf(ids))
    .orderBy('e.id'),
)

const livingAgreement = statement((db, { id, isOffered }: Id & { isOffered: boolean }) =>
  db
    .selectFrom('shared_agreements as a')
    .select('a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .$if(isOffered, (open) =>
      open.where((eb) =>
        eb.exists(
          eb
            .selectFrom('shared_agreement_offers as o')
            .select('o.id')
            .whereRef('o.agreement_id', '=', 'a.id')
            .where('o.state', '=', 'open'),
        ),
      ),
    ),
)

interface Since extends Id {
  event_id: number
  kinds: string[]
  lowered: string
}
/** Whether an address has a letter of one of these kinds about the agreement that is later than the event. */
export const toldSince = statement((db, { id, event_id, kinds, lowered }: Since) =>
  db
    .selectFrom('shared_deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select('l.id')
    .where('d.entity', '=', 'agreement')
    .where('d.entity_id', '=', id)
    .where('l.event_id', '>', event_id)
    .where('l.kind', '=', sql<string>`any(${kinds}::text[])`)
    // It waits until it can no longer be cancelled together with what it tells of.
    .where('l.held_until', 'is', null)
    .where(sql`lower(d.target)`, '=', lowered),
)

type Held = { entity: string; entity_id: number; topic: string }

/** Whether a held letter still matters: the agreement exists, and an offered date is still unanswered. */
export const stillMatters = async (db: Db, { entity, entity_id: id, topic }: Held): Promise<boolean> =>
  // For a request, this is checked when the letter is written.
  entity !== 'agreement' ||
  (await livingAgreement.first(db, { id, isOffered: topic === 'agreement.offered' })) !== undefined
