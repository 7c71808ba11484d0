import * as account from './account.ts'
import * as adminCalendar from './admin/days.ts'
import * as adminCompanies from './admin/companies.ts'
import * as adminLists from './admin/lists.ts'
import * as adminPeople from './admin/people.ts'
import * as agreements from './agreements.ts'
import * as approve from './approve.ts'
import * as audit from './operations/audit.ts'
import * as auth from './auth.ts'
import * as calendar from './calendar.ts'
import * as companyCalendars from './company-calendars.ts'
import * as substitutes from './substitutes.ts'
import * as dates from './dates.ts'
import * as consequences from './consequences.ts'
import * as corporate from './corporate.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as deleted from './operations/deleted.ts'
import * as deliveries from './operations/deliveries.ts'
import * as directory from './directory.ts'
import * as dossiers from './dossiers.ts'
import * as drafts from './drafts.ts'
import * as files from './files.ts'
import * as finding from './finding.ts'
import * as health from './health.ts'
import * as letterTemplates from './admin/letter-templates.ts'
import * as letters from './letters.ts'
import * as live from './live.ts'
import * as lookups from './lookups.ts'
import * as mcp from './mcp.ts'
import * as notices from './notices.ts'
import * as offers from './offers.ts'
import * as planning from './planning.ts'
import * as publications from './publications.ts'
import * as receipts from './receipts.ts'
import * as registry from './registry.ts'
import * as releases from './releases.ts'
import * as reminders from './reminders.ts'
import * as requests from './requests.ts'
import * as scim from './scim.ts'
import * as scopes from './scopes.ts'
import * as secondFactor from './second-factor.ts'
import * as services from './services.ts'
import * as settings from './operations/settings.ts'
import * as linkedThreads from './linked-threads.ts'
import * as talks from './talks.ts'
import * as threads from './threads.ts'
import * as tokens from './tokens.ts'
import * as trackers from './trackers.ts'
import * as trials from './trials.ts'
import * as versions from './versions.ts'
import * as waiting from './waiting.ts'
import * as webhooks from './webhooks.ts'

/** All rooms of the contract. */
const rooms = {
  account,
  adminCalendar,
  adminCompanies,
  adminLists,
  adminPeople,
  agreements,
  approve,
  audit,
  auth,
  calendar,
  companyCalendars,
  substitutes,
  dates,
  consequences,
  corporate,
  deleted,
  deliveries,
  directory,
  dossiers,
  drafts,
  files,
  finding,
  health,
  letterTemplates,
  letters,
  live,
  lookups,
  mcp,
  notices,
  offers,
  planning,
  publications,
  receipts,
  registry,
  releases,
  reminders,
  requests,
  scim,
  scopes,
  secondFactor,
  services,
  settings,
  linkedThreads,
  talks,
  threads,
  tokens,
  trackers,
  trials,
  versions,
  waiting,
  webhooks,
}

/** All endpoints of the contract by name (`auth.login`). The house tests and the API reference page go through them. */
export const endpoints: Record<string, AnyEndpoint> = Object.fromEntries(
  Object.entries(rooms).flatMap(([room, values]) =>
    Object.entries(values)
      .filter(([, value]) => typeof value === 'object' && 'method' in value && 'path' in value)
      .map(([name, value]) => [`${room}.${name}`, value as AnyEndpoint]),
  ),
)
