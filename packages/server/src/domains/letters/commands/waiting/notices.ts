import type { Db, Deps } from '../../../../platform/call.ts'
import { mayHear } from '../../../access/port.ts'
import { NO_LONGER_THEIRS } from '../../../publications/port.ts'
import { companyOfSeveral } from '../../queries/letters.ts'
import { chosenOf, followersNow, isListed } from '../../queries/followers.ts'
import { listedLater, unreadOf } from '../../queries/notices.ts'
import { DAILY_LETTER, PARTING, stillWants } from '../../rules.ts'
import { digestContent, linesOf } from '../../templates/notice-letters.ts'
import { aroundThen, needless, UNWANTED, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/** What may become of a letter to one person about news, which is stored under them. */

/**
 * The daily letter about those of its notices that are still unread, in today's words. What a later one has listed,
 * because this one had failed before a person repeated it, is not told twice.
 */
async function dailyLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { notice_ids: ids, day, entity_id: user_id, letter_id, created_at: since } = waiting
  // A letter that the release before wrote does not say what it lists.
  if (ids === null || day === null) return waiting
  const unread = await unreadOf.all(db, { ids, user_id })
  const later = await listedLater(db, { user_id, letter_id, since })
  const told = unread.filter((notice) => mayHear(notice, notice) && !later.has(notice.id))
  if (told.length === 0) return needless(unread.some(({ id }) => later.has(id)) ? LISTED_LATER : ALL_READ)
  const company = await companyOfSeveral(db, user_id)
  return writtenAgain(db, deps, digestContent({ day, ...linesOf(told), company }, aroundThen(deps, waiting, '')))
}

const ALL_READ = 'Всё, о чём это письмо, уже прочитано или больше не нужно, или его больше нет'

const LISTED_LATER = 'О непрочитанном из этого письма сказала следующая сводка'

const UNSEEN = 'Того, о чём это письмо, больше нет, или человек его больше не видит'

/** Whether the reader of a notice has not chosen otherwise while it waited. */
async function isWanted(db: Db, waiting: Waiting): Promise<boolean> {
  const { notice_kind, is_direct, about_entity: entity, about_id: entity_id, entity_id: user_id } = waiting
  const chosen = await chosenOf.first(db, { entity: entity ?? '', entity_id: entity_id ?? 0, user_id })
  return !chosen || stillWants(chosen, { kind: notice_kind ?? undefined, isDirect: is_direct ?? undefined })
}

/** The letter about one event, while its reader may know of its thing; or the daily letter. */
export async function noticeLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  if (waiting.kind === DAILY_LETTER) return dailyLetter(db, deps, waiting)
  if (!(await isWanted(db, waiting))) return needless(UNWANTED)
  const { about_entity: entity, about_id: entity_id, entity_id: user_id, kind } = waiting
  // A letter that the release before wrote does not say what it is about.
  if (entity === null || entity_id === null || PARTING.has(kind)) return waiting
  const thing = { entity, entity_id }
  const reader = (await followersNow(db, thing, [user_id])).get(user_id)
  if (!reader || !mayHear(reader, { entity, companies: reader.companies })) return needless(UNSEEN)
  const isLeft = reader.idcomp !== null && (await isListed(db, thing, reader.idcomp))
  return isLeft ? needless(NO_LONGER_THEIRS) : waiting
}

/** The letter to somebody whom a comment of the registry mentions, while they may read the entry and want such letters. */
export async function mentionLetter(db: Db, waiting: Waiting): Promise<Outcome> {
  const { users = [] } = waiting.data as { users?: number[] }
  const thing = { entity: 'registry_entry', entity_id: waiting.entity_id }
  const people = [...(await followersNow(db, thing, users)).values()]
  const reader = people.find(({ email }) => email.toLowerCase() === waiting.target.toLowerCase())
  if (!reader || !mayHear(reader, { ...thing, companies: reader.companies })) return needless(UNSEEN)
  return stillWants(reader, { kind: 'mention', isDirect: true }) ? waiting : needless(UNWANTED)
}
