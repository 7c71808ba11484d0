import { sql } from 'kysely'
import { decodeName } from '@vypusk/contract'
import type { ComingOf, MatterKind } from '../../../platform/waiting.ts'
import { installationZone } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { agreementHref, eyesOf, openReleaseOf, type Viewer } from '../../access/port.ts'
import { companyZone, isOver } from '../../calendars/port.ts'
import { hasLeft, inNotPublishingList, isCalledOff, known } from './agreements.ts'
import { clientMatters } from './waiting-client.ts'
import type { WaitingAgreement } from './waiting-rows.ts'
import { staffMatters } from './waiting-staff.ts'

/** The kinds of matter that agreements contribute to "what waits". */
export const agreementMatters: MatterKind<WaitingAgreement>[] = [...clientMatters, ...staffMatters]

const MOST = 3

const nextFrom = statement((db, { viewer, today, now }: { viewer: Viewer; today: string; now: string }) =>
  known(db, viewer)
    .select(['a.id', 'a.releaseDate', 'r.title', 'c.namecomp'])
    .select([openReleaseOf('a.release_id', 'a.company_id').as('open_release_id'), companyZone('a').as('company_zone')])
    .select(sql<string | null>`to_char(a."releaseTime", 'HH24:MI')`.as('time'))
    .where('a.by_client', '=', true)
    // The day before may not be over yet at a company further west.
    .where('a.releaseDate', '>=', sql<string>`${today}::date - 1`)
    .where((eb) => eb.not(eb.or([isOver('a', now), isCalledOff, hasLeft, eb.exists(inNotPublishingList(eb))])))
    .orderBy('a.releaseDate')
    .orderBy('a.id')
    .limit(MOST),
)

/** Returns the next installations that both sides have agreed to, as long as they are still to come. */
export const comingInstallations: ComingOf = async (db, person, { today, now }) => {
  const rows = await nextFrom.all(db, { viewer: eyesOf(person), today, now })
  return rows.map(({ id, open_release_id, releaseDate, title, namecomp, time, company_zone }) => ({
    kind: 'installation',
    title,
    company: person.isRivc ? decodeName(namecomp) : null,
    day: releaseDate ?? today,
    time,
    planned: releaseDate && time ? { releaseDate, releaseTime: time, zone: installationZone(), company_zone } : null,
    href: agreementHref({ id, open_release_id }, person.isRivc),
  }))
}
