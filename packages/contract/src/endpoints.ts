import * as account from './access/account.ts'
import * as adminCalendar from './admin/days.ts'
import * as adminCompanies from './admin/companies.ts'
import * as adminLists from './admin/lists.ts'
import * as adminPeople from './admin/people.ts'
import * as agreements from './agreements/agreements.ts'
import * as approve from './agreements/approve.ts'
import * as audit from './operations/audit.ts'
import * as auth from './access/auth.ts'
import * as calendar from './calendars/calendar.ts'
import * as companyCalendars from './calendars/company-calendars.ts'
import * as substitutes from './access/substitutes.ts'
import * as dates from './agreements/dates.ts'
import * as consequences from './agreements/consequences.ts'
import * as corporate from './access/corporate.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as deleted from './operations/deleted.ts'
import * as deliveries from './operations/deliveries.ts'
import * as directory from './access/directory.ts'
import * as dossiers from './dossier/dossiers.ts'
import * as drafts from './publications/drafts.ts'
import * as fileCopies from './publications/copies.ts'
import * as files from './files.ts'
import * as finding from './finding.ts'
import * as health from './health.ts'
import * as letterTemplates from './admin/letter-templates.ts'
import * as letters from './letters.ts'
import * as live from './live.ts'
import * as lookups from './lookups.ts'
import * as mcp from './integrations/mcp.ts'
import * as notices from './notices.ts'
import * as offers from './agreements/offers.ts'
import * as planning from './planning/planning.ts'
import * as publications from './publications/publications.ts'
import * as receipts from './publications/receipts.ts'
import * as registry from './registry/registry.ts'
import * as releases from './releases/releases.ts'
import * as reminders from './agreements/reminders.ts'
import * as requests from './requests/requests.ts'
import * as scim from './access/scim.ts'
import * as scopes from './agreements/scopes.ts'
import * as secondFactor from './access/second-factor.ts'
import * as services from './access/services.ts'
import * as settings from './operations/settings.ts'
import * as linkedThreads from './threads/linked-threads.ts'
import * as talks from './threads/talks.ts'
import * as threads from './threads/threads.ts'
import * as tokens from './access/tokens.ts'
import * as trackers from './integrations/trackers.ts'
import * as trials from './agreements/trials.ts'
import * as versions from './publications/versions.ts'
import * as waiting from './waiting.ts'
import * as webhooks from './integrations/webhooks.ts'

/** The files that declare endpoints, by the names under which index.ts exports them. */
const namespaces = {
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
  fileCopies,
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
  Object.entries(namespaces).flatMap(([namespace, values]) =>
    Object.entries(values)
      .filter(([, value]) => typeof value === 'object' && 'method' in value && 'path' in value)
      .map(([name, value]) => [`${namespace}.${name}`, value as AnyEndpoint]),
  ),
)
