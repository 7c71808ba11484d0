/**
 * The rooms in their order (docs/architecture.md), each with its tables and its other views. A table is
 * read and written only by its room; `tables.test.ts` compares this list with the database.
 */
export const tablesOf = {
  platform: `
    chain_heads daily_heads events history idempotency_keys installation login_tries presence rates taken_work vypusk.mark
    chained_for_platform users_for_platform`,
  health: '',
  auth: `
    corporate_identities entrances factor_challenges password_links recovery_codes second_factors sessions
    user_settings users
    companies_for_auth scim_people_for_auth`,
  catalog: `
    calendar_days companies company_modules modules systems
    living_modules`,
  calendars: `
    acting_substitutes company_calendars freezes substitutes`,
  access: `
    open_agreements open_files open_publication_items open_publications open_registry_entries open_releases
    open_requests handed_packages things
    file_places_for_access publications_for_access release_companies_for_access releases_for_access withdrawn_files`,
  deliveries: `
    deliveries
    chains_for_deliveries files_for_deliveries held_letters_for_deliveries letters_for_deliveries`,
  files: `
    file_downloads file_links files uploads
    file_places publications_for_files`,
  threads: `
    entries entry_files entry_mentions threads
    agreements_for_threads requests_for_threads stood_in_for_threads thread_subjects`,
  requests: `
    counted_releases import_closed_companies import_keys import_mappings import_progress import_values imported_files imported_rows issues
    request_bitmaps request_count_changes request_counts request_segment_changes request_segments
    request_files request_statuses request_types requests
    request_authors uncounted_releases
    handed_for_requests releases_for_requests trackers_for_requests`,
  releases: `
    not_publishing_list release_companies release_files release_modules release_step_changes release_steps
    release_users releases
    agreement_offers_for_releases agreement_recipients_for_releases agreements_for_releases trials_for_releases
    asked_people_for_releases request_counts_for_releases request_totals_for_releases
    handed_files handed_over handed_to scopes_for_releases scopes_in_doubt`,
  agreements: `
    agreement_offers agreement_recipients agreement_reminders agreement_withdrawals agreements approval_tokens calendar_links
    company_escalations link_files reminder_pauses scope_checks scope_decisions scopes test_results
    asked_people evidence_files requests_for_agreements stood_in superiors`,
  publications: `
    publication_customers publication_drafts publication_file_modules publication_files publication_modules
    publication_packages publication_people publication_receipts publication_recipients publication_releases publications
    publication_checks handed_people publication_openings publication_reminders unfetched_packages
    fetched_files fetched_packages handed_items handed_versions letters_for_publications package_versions reached_items
    whole_downloads_for_publications`,
  registry: `
    registry_comments registry_entries registry_mentions registry_numbers registry_reads registry_steps
    registry_visits`,
  planning: `
    planning_changes planning_variants`,
  letters: `
    held_letters letter_templates letters letters_left_out
    notice_settings_for_letters notices_for_letters told_things_for_letters watchers_for_letters webhooks_for_letters`,
  dossier: `
    dossier_fetches dossier_letters dossier_scopes history_for_dossier unchained_for_dossier`,
  notices: `
    notice_digests notice_settings notices open_matters thing_people told_things watchers`,
  waiting: '',
  finding: `
    opened_things`,
  integrations: `
    api_tokens service_accounts trackers webhook_deliveries webhook_tries webhooks`,
  operations: '',
  administration: `
    scim_people_for_administration`,
  provisioning: `
    scim_groups scim_members scim_people`,
}

/**
 * Views that nothing reads any more but the release before, which may run beside this one (docs/decisions/0057): the next release
 * drops them. `shared-views.test.ts` finds every other view without a reader.
 */
export const leftForTheReleaseBefore = [
  'shared_agreement_recipients',
  'shared_company_escalations',
  'shared_publication_recipients',
]

const entries = Object.entries(tablesOf).map(([room, names]) => [room, names.split(/\s+/).filter(Boolean)])

const order = Object.keys(tablesOf)

/** The rooms without the platform, which comes before all of them. */
export const rooms = order.slice(1)

/** Table or view → the room it belongs to. */
export const ownerOf = new Map(entries.flatMap(([room, names]) => names.map((name) => [name, room])))

/** Prefix of the views `shared_<table>`: the columns of a table that later rooms may read. */
const SHARED = 'shared_'

/**
 * Returns why a room may not name a table or view in its SQL.
 * @param {string} room a room, or `platform`
 * @param {string} name a table or view as written in the SQL
 * @param {{ writes?: boolean }} how
 * @returns {string | undefined} undefined if it may
 */
export function whyNot(room, name, { writes = false } = {}) {
  const isShared = name.startsWith(SHARED)
  const owner = ownerOf.get(isShared ? name.slice(SHARED.length) : name)
  if (owner === undefined) return undefined
  if (owner === room) return isShared ? `${name} is for others: the room itself reads its table` : undefined
  if (writes) return `${name} belongs to ${owner}, which alone writes it: ask its port`
  if (order.indexOf(owner) > order.indexOf(room)) {
    return `${name} belongs to ${owner}, which comes after ${room}: declare a view of its own`
  }
  if (isShared || isForAll(name)) return undefined
  return `${name} belongs to ${owner}: read ${SHARED}${name}, or ask its port`
}

/** Whether a view may be read by rooms after its owner directly. */
const isForAll = (name) => /^(open_\w+|living_\w+|things|handed_\w+|reached_items|withdrawn_files)$/.test(name)
