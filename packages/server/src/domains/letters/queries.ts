import { decodeName } from '@vypusk/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../platform/call.ts'
import { inRussianOrder } from '../../platform/sql.ts'
import type { PublicationFacts } from './templates/publication-letters.ts'
import type { MentionFacts } from './templates/registry-letters.ts'
import type { Addressee } from './rules.ts'

/** The columns read of a person who may get a letter. */
export const ADDRESSEE = ['u.id', 'u.name', 'u.email', 'u.isRivc', 'u.idcomp', 'u.is_blocked', 'u.deleted_at'] as const

/** These people, and the current substitutes of any of them. */
export async function withSubstitutes(db: Db, ids: number[]): Promise<number[]> {
  const acting = await db
    .selectFrom('shared_substitutes')
    .select('substitute_id')
    .where('user_id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return [...new Set([...ids, ...acting.map(({ substitute_id }) => substitute_id)])]
}

/** The name of the company that a letter to a person of several companies is for; null for everybody else. */
export async function companyOfSeveral(db: Db, user_id: number): Promise<string | null> {
  const found = await db
    .selectFrom('shared_users as u')
    .innerJoin('shared_companies as c', 'c.idcomp', 'u.idcomp')
    .select('c.namecomp')
    .where('u.id', '=', user_id)
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
    )
    .executeTakeFirst()
  return found ? decodeName(found.namecomp) : null
}

/** People by id, including those who cannot get letters. */
export const addressees = (db: Db, ids: number[]): Promise<Addressee[]> =>
  db
    .selectFrom('shared_users as u')
    .select(ADDRESSEE)
    .where('u.id', '=', sql<number>`any(${ids}::int[])`)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .execute()

export const allCompanies = (db: Db) =>
  db
    .selectFrom('shared_companies as companies')
    .select(['idcomp', 'namecomp'])
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('idcomp')
    .execute()

/** A publication with its recipients and their substitutes, and the companies that get each of its releases. */
export interface PublicationAround extends Omit<PublicationFacts, 'releases'> {
  releases: { title: string; customers: number[] }[]
  recipients: Addressee[]
  /** The person who published it. */
  author: string
}

/**
 * Reads a publication. Companies on a not-publishing list, then or now, are not customers; a hidden release has none.
 */
export async function publicationAround(db: Db, id: number): Promise<PublicationAround> {
  const [publication, recipients] = await Promise.all([
    db
      .selectFrom('shared_publications as p')
      .innerJoin('shared_users as author', 'author.id', 'p.author_id')
      .select((eb) => [
        'p.id',
        'p.text',
        'p.corrects',
        'author.name as author',
        jsonArrayFrom(
          eb
            .selectFrom('shared_publication_releases as pr')
            .innerJoin('shared_releases as r', 'r.id', 'pr.release_id')
            .select([
              'r.title',
              sql<number[]>`array(select idcomp from open_publication_items where publication_release_id = pr.id)`.as(
                'customers',
              ),
            ])
            .whereRef('pr.publication_id', '=', 'p.id')
            .orderBy('pr.idx'),
        ).as('releases'),
      ])
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('shared_users as u')
      .innerJoin('shared_publication_people as r', 'r.user_id', 'u.id')
      .select(ADDRESSEE)
      .where('r.publication_id', '=', id)
      .orderBy('u.id')
      .execute(),
  ])
  return { ...publication, recipients }
}

/** Whether the company is on the release's not-publishing list and the address does not belong to staff. */
export const agreementLeft = async (db: Db, id: number, target: string): Promise<boolean> => {
  const left = await db
    .selectFrom('shared_agreements as a')
    .innerJoin('shared_not_publishing_list as n', (join) =>
      join.onRef('n.release_id', '=', 'a.release_id').onRef('n.idcomp', '=', 'a.company_id'),
    )
    .select('a.id')
    .where('a.id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shared_users as u')
            .select('u.id')
            .where('u.isRivc', '=', true)
            .where(sql`lower(u.email)`, '=', target.toLowerCase()),
        ),
      ),
    )
    .executeTakeFirst()
  return left !== undefined
}

/** A comment of the registry with the people it mentions. */
export async function mentionAround(
  db: Db,
  { comment_id, users }: { comment_id: number; users: number[] },
): Promise<MentionFacts & { people: Addressee[] }> {
  const facts = await db
    .selectFrom('shared_registry_comments as c')
    .innerJoin('shared_registry_entries as e', 'e.id', 'c.entry_id')
    .innerJoin('shared_companies as co', 'co.idcomp', 'e.idcomp')
    .select(['e.id as entry_id', 'e.number', 'e.title', 'co.namecomp', 'c.comment'])
    .where('c.id', '=', comment_id)
    .executeTakeFirstOrThrow()
  const people = await db
    .selectFrom('shared_users as u')
    .select(ADDRESSEE)
    .where('u.id', '=', sql<number>`any(${users}::int[])`)
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
    .orderBy('u.id')
    .execute()
  return { ...facts, people }
}

/** A person who gets a letter about their own account. */
export const accountAround = (db: Db, id: number): Promise<Addressee & { login: string }> =>
  db
    .selectFrom('shared_users as u')
    .select([...ADDRESSEE, 'u.login'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()

export const webhookAround = (db: Db, id: number) =>
  db.selectFrom('webhooks_for_letters as webhooks').select('url').where('id', '=', id).executeTakeFirstOrThrow()

export const administrators = (db: Db): Promise<Addressee[]> =>
  db.selectFrom('shared_users as u').select(ADDRESSEE).where('u.isAdmin', '=', true).orderBy('u.id').execute()

/** Events by id, in order, with the people who caused them. */
export const eventsBy = (db: Db, ids: number[]) =>
  db
    .selectFrom('shared_events as e')
    .leftJoin('shared_users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.data', 'u.name'])
    .where('e.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('e.id')
    .execute()

type Held = { entity: string; entity_id: number; topic: string }

/** Whether a held letter still matters: the agreement exists, and an offered date is still unanswered. */
export const stillMatters = async (db: Db, { entity, entity_id, topic }: Held) => {
  // For a request, this is checked when the letter is written.
  if (entity !== 'agreement') return true
  const found = await db
    .selectFrom('shared_agreements as a')
    .select('a.id')
    .where('a.id', '=', entity_id)
    .where('a.deleted_at', 'is', null)
    .$if(topic === 'agreement.offered', (open) =>
      open.where((eb) =>
        eb.exists(
          eb
            .selectFrom('shared_agreement_offers as o')
            .select('o.id')
            .whereRef('o.agreement_id', '=', 'a.id')
            .where('o.state', '=', 'open'),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}
