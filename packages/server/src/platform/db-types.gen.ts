// Written by `npm run db:types` from the migrations. Do not edit.
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface ActingSubstitutes {
  company_id: number | null;
  date_to: string | null;
  id: number | null;
  substitute_id: number | null;
  user_id: number | null;
}

export interface AgreementOffers {
  address: string | null;
  agreement_id: number;
  answer: Generated<string>;
  answered_at: string | null;
  answered_by: number | null;
  created_at: string;
  id: Generated<number>;
  reason: Generated<string>;
  releaseDate: string;
  releaseTime: string | null;
  state: Generated<string>;
  user_id: number | null;
}

export type AgreementOffersForReleases = Pick<AgreementOffers, 'agreement_id' | 'id' | 'releaseDate' | 'releaseTime' | 'state'>

export interface AgreementRecipients {
  agreement_id: number;
  user_id: number;
}

export type AgreementRecipientsForReleases = Pick<AgreementRecipients, 'agreement_id' | 'user_id'>

export interface AgreementReminders {
  agreement_id: number;
  ahead: Generated<boolean>;
  asked_at: string;
  at: string;
  id: Generated<number>;
  stage: string;
  user_id: number | null;
}

export interface Agreements {
  accepted_sha: string | null;
  against_reason: Generated<string>;
  agreed_sha: string | null;
  author_id: number;
  build: Generated<string>;
  by_client: Generated<boolean>;
  by_rivc: Generated<boolean>;
  calendar_sequence: Generated<number | null>;
  cancel_reason: Generated<string>;
  company_id: number;
  created_at: string;
  deleted_at: string | null;
  frozen_sha: string | null;
  heard_at: string | null;
  id: Generated<number>;
  is_date_withdrawn: Generated<boolean>;
  isPublishedOnTestEnv: Generated<boolean>;
  recipientsExtra: Generated<string[]>;
  release_id: number;
  releaseDate: string | null;
  releaseTime: string | null;
  remark: Generated<string>;
  renamed_at: string | null;
  scope_changed_at: string | null;
  seen_sha: string | null;
  sent_at: string | null;
  told_sha: string | null;
  unsent_at: string | null;
  updated_at: string;
  version: Generated<number>;
  withdrawn_at: string | null;
}

export interface AgreementsForReleases extends Pick<Agreements, 'by_client' | 'by_rivc' | 'cancel_reason' | 'company_id' | 'created_at' | 'deleted_at' | 'heard_at' | 'id' | 'isPublishedOnTestEnv' | 'recipientsExtra' | 'release_id' | 'releaseDate' | 'releaseTime' | 'remark' | 'sent_at' | 'updated_at' | 'version' | 'withdrawn_at'> {
  date_withdrawn: boolean | null;
}

export type AgreementsForThreads = Pick<Agreements, 'id'>

export interface AgreementWithdrawals {
  act_id: number;
  agreement_id: number;
  at: string;
  change: string;
  event_id: number | null;
  id: Generated<number>;
  reason: Generated<string>;
  undone_at: string | null;
  user_id: number | null;
  version: number;
  was: unknown;
}

export interface ApiTokens {
  created_at: string;
  expires_at: string;
  id: Generated<number>;
  last_used_at: string | null;
  name: string;
  revoked_at: string | null;
  scope: string;
  token_hash: Buffer;
  user_id: number;
}

export interface ApprovalTokens {
  address: string | null;
  agreement_id: number;
  answer: string | null;
  asked_by: number | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  sent_to: string | null;
  token_hash: Buffer;
  used_at: string | null;
  user_id: number | null;
}

export interface AskedPeople {
  agreement_id: number | null;
  user_id: number | null;
}

export type AskedPeopleForReleases = Pick<AskedPeople, 'agreement_id' | 'user_id'>

export interface CalendarDays {
  day: string;
  minutes: number;
  name: string;
}

export interface CalendarLinks {
  created_at: string;
  fetched_at: string | null;
  secret_hash: Buffer;
  user_id: number;
}

export interface ChainedForPlatform {
  company_id: number | null;
  entity: string | null;
  entity_id: number | null;
  release_id: number | null;
}

export interface ChainHeads {
  chain: string;
  company_id: number;
  hash: Buffer;
  release_id: number;
  seq: number;
}

export interface ChainsForDeliveries {
  company_id: number | null;
  delivery_id: number | null;
  release_id: number | null;
}

export interface Companies {
  created_at: Generated<string>;
  deleted_at: string | null;
  idcomp: Generated<number>;
  namecomp: string;
  version: Generated<number>;
}

export type CompaniesForAuth = Pick<Companies, 'deleted_at' | 'idcomp' | 'namecomp'>

export interface CompanyCalendars {
  company_id: number;
  installing: unknown | null;
  updated_at: string;
  updated_by: number;
  version: Generated<number>;
  working: unknown;
  zone: string | null;
}

export interface CompanyEscalations {
  company_id: number;
  deputy_id: number | null;
  head_id: number | null;
  version: Generated<number>;
}

export interface CompanyModules {
  idcomp: number;
  idmod: number;
}

export interface CorporateIdentities {
  created_at: string;
  last_used_at: string;
  provider: string;
  subject: string;
  user_id: number;
}

export interface CountedReleases {
  planned_time: number;
  release_id: number;
  requests: number;
}

export interface DailyHeads {
  at: string;
  chains: number;
  day: string;
  hash: Buffer;
  seq: Generated<number>;
}

export interface Deliveries {
  at: string;
  attempts: Generated<number>;
  copied: Generated<number>;
  entity: string;
  entity_id: number;
  event_id: number;
  file_id: number | null;
  generation: Generated<number>;
  id: Generated<number>;
  idcomp: number | null;
  is_named: Generated<boolean>;
  kind: string;
  last_error: string | null;
  letter_id: number | null;
  needless: Generated<boolean>;
  queued_at: string | null;
  readers: unknown | null;
  repeated_at: string | null;
  state: Generated<string>;
  target: string;
}

export interface DossierFetches {
  at: string | null;
  file_id: number | null;
  idcomp: number | null;
}

export interface DossierLetters {
  at: string | null;
  company_id: number | null;
  letter_id: number | null;
  readers: unknown | null;
  release_id: number | null;
  state: string | null;
  target: string | null;
}

export interface DossierScopes {
  company_id: number | null;
  release_id: number | null;
  sha256: string | null;
}

export interface Entrances {
  expires_at: string | null;
  kind: string | null;
  last_seen_at: string | null;
  secret_hash: Buffer | null;
  user_id: number | null;
}

export interface Entries {
  address: string | null;
  asks: Generated<boolean>;
  author_id: number | null;
  created_at: string;
  edited_at: string | null;
  html: string;
  id: Generated<number>;
  imported_as: string | null;
  imported_name: string | null;
  internal: Generated<boolean>;
  side: string;
  text: string;
  thread_id: number;
  version: Generated<number>;
  withdrawn_at: string | null;
}

export interface EntryFiles {
  entry_id: number;
  file_id: number;
}

export interface EntryMentions {
  entry_id: number;
  user_id: number;
}

export interface Events {
  at: string;
  companies: number[] | null;
  data: Generated<unknown>;
  entity: string;
  entity_id: number;
  id: Generated<number>;
  kind: string;
  stream_key: string | null;
  user_id: number | null;
  version: Generated<number>;
}

export interface EvidenceFiles {
  agreement_id: number | null;
  file_id: number | null;
}

export interface FactorChallenges {
  challenge_hash: Buffer;
  expires_at: string;
  purpose: string;
  secret: string | null;
  user_id: number;
}

export interface FetchedFiles {
  at: string | null;
  file_id: number | null;
  idcomp: number | null;
}

export interface FetchedPackages {
  at: string | null;
  idcomp: number | null;
  publication_release_id: number | null;
}

export interface FileDownloads {
  at: string;
  file_id: number;
  first_byte: number | null;
  id: Generated<number>;
  idcomp: number | null;
  sent: number | null;
  user_id: number;
}

export interface FileLinks {
  expires_at: string;
  file_id: number;
  token_hash: Buffer;
  user_id: number;
}

export interface FilePlaces {
  file_id: number | null;
  place: string | null;
}

export type FilePlacesForAccess = Pick<FilePlaces, 'file_id'>

export interface Files {
  bytes_gone_at: string | null;
  deleted_at: string | null;
  file_name: string;
  id: Generated<number>;
  sha256: string;
  size: number;
  storage_key: string;
  uploaded: string;
  uploaded_by: number | null;
  version: Generated<string>;
}

export type FilesForDeliveries = Pick<Files, 'file_name' | 'id'>

export interface Freezes {
  author_id: number;
  created_at: string;
  date_from: string;
  date_to: string;
  id: Generated<number>;
  idcomp: number | null;
  reason: string;
}

export interface HandedFiles {
  file_id: number | null;
  handed_id: number | null;
}

export interface HandedForRequests {
  idcomp: number | null;
  release_id: number | null;
}

export interface HandedItems {
  idcomp: number | null;
  publication_id: number | null;
  publication_release_id: number | null;
  release_id: number | null;
}

export interface HandedOver {
  author_id: number | null;
  created_at: string | null;
  id: number | null;
  publication_id: number | null;
  release_id: number | null;
}

export interface HandedPackages {
  file_id: number | null;
  idcomp: number | null;
  publication_release_id: number | null;
}

export interface HandedPeople {
  idcomp: number | null;
  publication_id: number | null;
  user_id: number | null;
}

export interface HandedTo {
  idcomp: number | null;
  release_id: number | null;
}

export interface HandedVersions {
  fetched_at: string | null;
  handed_at: string | null;
  idcomp: number | null;
  idmod: number | null;
  installed_at: string | null;
  publication_id: number | null;
  publication_release_id: number | null;
  received_at: string | null;
  release_id: number | null;
  withdrawn_at: string | null;
}

export interface HeldLetters {
  due_at: string | null;
  entity: string;
  entity_id: number;
  event_ids: Generated<number[]>;
  is_unsure: Generated<boolean>;
  notices: Generated<unknown>;
  sent_at: string | null;
  since: string | null;
  topic: string;
}

export type HeldLettersForDeliveries = Pick<HeldLetters, 'event_ids' | 'topic'>

export interface History {
  address: string | null;
  after: unknown | null;
  at: string;
  before: unknown | null;
  chain: string | null;
  digests: unknown | null;
  entity: string;
  entity_id: number;
  field: string;
  hash: Buffer | null;
  id: Generated<number>;
  note: string | null;
  prev: Buffer | null;
  refs: unknown | null;
  salt: Buffer | null;
  seq: number | null;
  title: string;
  user_id: number | null;
  via: Generated<string>;
}

export type HistoryForDossier = Pick<History, 'chain' | 'field' | 'user_id'>

export interface IdempotencyKeys {
  created_at: string;
  endpoint: string;
  key: string;
  reply: unknown;
  request_hash: string | null;
  user_id: number;
}

export interface ImportClosedCompanies {
  idcomp: number;
}

export interface ImportedFiles {
  again_at: string | null;
  failure: string | null;
  file_id: number | null;
  id: Generated<number>;
  internal: Generated<boolean>;
  name: string;
  request_id: number;
  size: number | null;
  tries: Generated<number>;
  url: string;
}

export interface ImportedRows {
  at: string;
  request_id: number;
  row: unknown;
}

export interface ImportKeys {
  at: string;
  import_id: string;
  line: number;
  request_id: number | null;
  source_key: string;
}

export interface ImportMappings {
  mapping: unknown;
  name: string;
  updated_at: string;
}

export interface ImportProgress {
  at: string;
  done: number;
  key: string;
  stage: string;
  total: number;
  user_id: number;
}

export interface ImportValues {
  at: string;
  choice: number | null;
  field: string;
  source: string;
  word: string;
}

export interface Installation {
  key: string;
  value: unknown;
}

export interface Issues {
  assignee: string | null;
  hidden_at: string | null;
  id: Generated<number>;
  key: string | null;
  planned_time: Generated<number>;
  reported_at: string | null;
  request_id: number;
  spent_time: Generated<number>;
  status: string;
  title: string;
  tracker: string | null;
  url: string | null;
}

export interface Letters {
  about_entity: string | null;
  about_id: number | null;
  agreement_id: number | null;
  created_at: string;
  day: string | null;
  entity: string;
  entity_id: number;
  entry_ids: number[] | null;
  event_id: number;
  held_until: string | null;
  html: string;
  ics: string | null;
  id: Generated<number>;
  idcomp: number | null;
  is_direct: boolean | null;
  kind: string;
  notice_ids: number[] | null;
  notice_kind: string | null;
  overtaken_by: number | null;
  release_ids: number[] | null;
  reply_to: string | null;
  subject: string;
  text: string;
  told_sha: string | null;
}

export type LettersForDeliveries = Pick<Letters, 'held_until' | 'id' | 'subject'>

export type LettersForPublications = Pick<Letters, 'id' | 'idcomp'>

export interface LettersLeftOut {
  at: string;
  delivery_id: number;
  idcomp: number;
  is_unsure: Generated<boolean>;
  release_id: number;
}

export interface LetterTemplates {
  button: string | null;
  heading: string | null;
  id: number;
  subject: string | null;
  text: string | null;
  version: Generated<number>;
}

export interface LinkFiles {
  at: string;
  file_id: number;
  token_hash: Buffer;
}

export interface LivingModules {
  idmod: number | null;
}

export interface LoginTries {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface Modules {
  deleted_at: string | null;
  idmod: Generated<number>;
  idsys: number;
  namemod: string;
  order: number | null;
  version: Generated<number>;
}

export interface NoticeDigests {
  digest_time: string;
  digested_on: string | null;
  user_id: number;
}

export interface Notices {
  at: string;
  digested: Generated<boolean>;
  doer: string;
  entity: string;
  entity_id: number;
  event_id: number;
  id: Generated<number>;
  is_direct: boolean | null;
  kind: string;
  matter: string | null;
  moments: Generated<unknown>;
  read_at: string | null;
  reason: string;
  screen: boolean;
  settled_at: string | null;
  text: string;
  user_id: number;
}

export interface NoticeSettings {
  digest: boolean;
  kind: string;
  letter: boolean;
  screen: boolean;
  user_id: number;
}

export type NoticeSettingsForLetters = Pick<NoticeSettings, 'digest' | 'kind' | 'letter' | 'user_id'>

export type NoticesForLetters = Pick<Notices, 'entity' | 'entity_id' | 'event_id' | 'id' | 'is_direct' | 'kind' | 'read_at' | 'text' | 'user_id'>

export interface NotPublishingList {
  at: string;
  client_reason: string | null;
  idcomp: number;
  reason: string | null;
  release_id: number;
  user_id: number;
}

export interface OpenAgreements {
  agreement_id: number | null;
  idcomp: number | null;
  release_id: number | null;
}

export interface OpenedThings {
  at: string;
  kind: string;
  thing_id: number;
  user_id: number;
}

export interface OpenFiles {
  file_id: number | null;
  idcomp: number | null;
}

export interface OpenMatters {
  entity: string | null;
  entity_id: number | null;
  matter: string | null;
  until: string | null;
}

export interface OpenPublicationItems {
  idcomp: number | null;
  publication_id: number | null;
  publication_release_id: number | null;
  release_id: number | null;
}

export interface OpenPublications {
  idcomp: number | null;
  publication_id: number | null;
}

export interface OpenRegistryEntries {
  entry_id: number | null;
  idcomp: number | null;
}

export interface OpenReleases {
  idcomp: number | null;
  release_id: number | null;
}

export interface OpenRequests {
  idcomp: number | null;
  request_id: number | null;
}

export interface PackageVersions {
  idcomp: number | null;
  idmod: number | null;
  publication_release_id: number | null;
  version: string | null;
}

export interface PasswordLinks {
  created_at: string;
  expires_at: string;
  token_hash: Buffer;
  user_id: number;
}

export interface PlanningChanges {
  plan_date: string;
  release_id: number;
  requests: Generated<number[]>;
  shift_agreements: Generated<boolean>;
  start_date: string;
  variant_id: number;
  version: number | null;
}

export interface PlanningVariants {
  author_id: number;
  id: Generated<number>;
  is_shared: Generated<boolean>;
  name: string;
  updated_at: string;
  version: Generated<number>;
}

export interface Presence {
  at: string;
  idcomp: number | null;
  key: string;
  name: string;
  note: string;
  place: string;
  user_id: number;
}

export interface PublicationChecks {
  at: string;
  file_id: number;
  idcomp: number;
  publication_id: number;
  user_id: number;
}

export interface PublicationCustomers {
  idcomp: number;
  publication_release_id: number;
  used_modules: number[] | null;
}

export interface PublicationDrafts {
  draft: unknown;
  updated_at: string;
  user_id: number;
}

export interface PublicationFileModules {
  file_id: number;
  idmod: number;
  publication_release_id: number;
}

export interface PublicationFiles {
  file_id: number;
  publication_release_id: number;
}

export interface PublicationModules {
  idmod: number;
  publication_release_id: number;
}

export interface PublicationOpenings {
  at: string;
  idcomp: number;
  publication_id: number;
  user_id: number;
}

export interface PublicationPackages {
  file_id: number;
  idcomp: number;
  publication_release_id: number;
}

export interface PublicationPeople {
  publication_id: number | null;
  user_id: number | null;
}

export interface PublicationReceipts {
  at: string;
  idcomp: number;
  kind: string;
  publication_release_id: number;
  user_id: number;
}

export interface PublicationRecipients {
  publication_id: number;
  user_id: number;
}

export interface PublicationReleases {
  has_packages: Generated<boolean>;
  id: Generated<number>;
  idx: number;
  notPublishingList: Generated<number[]>;
  publication_id: number;
  reason: string | null;
  release_id: number;
  shown_at: string | null;
  title: string | null;
  was_hidden: Generated<boolean>;
}

export interface PublicationReminders {
  at: string;
  id: Generated<number>;
  idcomp: number;
  publication_id: number;
  step: number | null;
  user_id: number | null;
}

export interface Publications {
  author_id: number;
  corrects: number | null;
  created_at: string;
  deleted_at: string | null;
  id: Generated<number>;
  reminds: Generated<boolean>;
  text: Generated<string>;
  withdrawn_at: string | null;
  withdrawn_by: number | null;
  withdrawn_reason: Generated<string>;
}

export type PublicationsForAccess = Pick<Publications, 'deleted_at' | 'id'>

export interface PublicationsForFiles {
  file_id: number | null;
  publication_id: number | null;
}

export interface Rates {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface ReachedItems {
  idcomp: number | null;
  publication_id: number | null;
  publication_release_id: number | null;
  release_id: number | null;
}

export interface RecoveryCodes {
  code_hash: Buffer;
  user_id: number;
}

export interface RegistryComments {
  comment: string;
  created_at: string;
  entry_id: number;
  id: Generated<number>;
  side: string;
  user_id: number;
}

export interface RegistryEntries {
  author_id: number;
  boss_id: number | null;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  due_date: string | null;
  field_versions: unknown | null;
  first_step_id: Generated<number>;
  former_change_id: Generated<number>;
  former_comment_id: Generated<number>;
  id: Generated<number>;
  idcomp: number;
  number: string;
  planned_time: number | null;
  priority: number | null;
  request_id: number | null;
  responsible_id: number | null;
  search_text: Generated<string>;
  step_id: number;
  title: string;
  updated_at: string;
  version: Generated<number>;
}

export interface RegistryMentions {
  comment_id: number;
  user_id: number;
}

export interface RegistryNumbers {
  last: number;
  year: number;
}

export interface RegistryReads {
  comment_id: number;
  entry_id: number;
  user_id: number;
}

export interface RegistrySteps {
  hidden_at: string | null;
  id: Generated<number>;
  name: string;
  order: number;
  version: Generated<number>;
}

export interface RegistryVisits {
  first_at: string;
  last_at: string;
  previous_at: string | null;
  user_id: number;
}

export interface ReleaseCompanies {
  idcomp: number;
  release_id: number;
}

export type ReleaseCompaniesForAccess = Pick<ReleaseCompanies, 'idcomp' | 'release_id'>

export interface ReleaseFiles {
  file_id: number;
  release_id: number;
}

export interface ReleaseModules {
  idmod: number;
  release_id: number;
}

export interface Releases {
  author_id: number;
  comment: Generated<string>;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  id: Generated<number>;
  is_visible_for_client: Generated<boolean>;
  plain_description: string | null;
  plain_terms: string | null;
  plan_date: string;
  planned_time: Generated<number>;
  published_at: string | null;
  search_text: Generated<string>;
  short_description: Generated<string>;
  start_date: string;
  step_id: Generated<number>;
  terms: Generated<string>;
  title: string;
  updated_at: string;
  version: Generated<number>;
}

export type ReleasesForAccess = Pick<Releases, 'deleted_at' | 'id' | 'is_visible_for_client'>

export interface ReleasesForRequests extends Pick<Releases, 'deleted_at' | 'id' | 'is_visible_for_client' | 'plan_date' | 'published_at' | 'title'> {
  is_closed: boolean | null;
}

export interface ReleaseStepChanges {
  at: string;
  comment: string | null;
  id: Generated<number>;
  release_id: number;
  step_id: number;
  user_id: number;
}

export interface ReleaseSteps {
  hidden_at: string | null;
  id: Generated<number>;
  kind: Generated<string>;
  name_step: string;
  order: number;
  version: Generated<number>;
}

export interface ReleaseUsers {
  release_id: number;
  user_id: number;
}

export interface ReminderPauses {
  agreement_id: number;
  asked_at: string;
  at: string;
  ended_at: string | null;
  ended_by: number | null;
  id: Generated<number>;
  reason: string;
  user_id: number;
}

export interface RequestAuthors {
  request_id: number | null;
  user_id: number | null;
}

export interface RequestBitmaps {
  bits: string;
  dimension: string;
  segment: number;
  value: number;
}

export interface RequestCountChanges {
  id: Generated<number>;
  release_id: number;
}

export interface RequestCounts {
  idcomp: number;
  release_id: number;
  requests: number;
}

export type RequestCountsForReleases = Pick<RequestCounts, 'idcomp' | 'release_id' | 'requests'>

export interface RequestFiles {
  file_id: number;
  request_id: number;
}

export interface Requests {
  author_id: number;
  backlog_priority: number | null;
  backlog_title: string | null;
  backlog_version: Generated<number>;
  created_at: string;
  deleted_at: string | null;
  description: Generated<string>;
  description_version: Generated<number>;
  e_title: string;
  former_change_id: Generated<number>;
  id: Generated<number>;
  idcomp: number;
  idmod: number;
  inBacklog: boolean | null;
  isPaid: Generated<boolean>;
  isSolo: Generated<boolean>;
  new_status_id: Generated<number>;
  own_version: Generated<number>;
  plain_description: string | null;
  planned_time: number | null;
  priority: number | null;
  release_id: number | null;
  search_text: Generated<string>;
  source: string | null;
  source_key: string | null;
  status_id: number;
  text: Generated<string>;
  type_id: number;
  updated_at: string;
  urgency: Generated<number>;
  version: Generated<number>;
}

export interface RequestSegmentChanges {
  id: Generated<number>;
  segment: number;
}

export interface RequestSegments {
  first_at: string | null;
  last_at: string | null;
  months_in: string | null;
  segment: number;
}

export interface RequestsForAgreements extends Pick<Requests, 'e_title'> {
  agreement_id: number | null;
  request_id: number | null;
}

export type RequestsForThreads = Pick<Requests, 'id'>

export interface RequestStatuses {
  hidden_at: string | null;
  id: Generated<number>;
  is_over: Generated<boolean>;
  name: string;
  order: number;
  tone: Generated<string>;
  version: Generated<number>;
}

export interface RequestTotalsForReleases {
  planned_time: number | null;
  release_id: number | null;
  requests: number | null;
}

export interface RequestTypes {
  hidden_at: string | null;
  id: Generated<number>;
  name: string;
  order: number | null;
  version: Generated<number>;
}

export interface ScimGroups {
  changed_at: string;
  created_at: string;
  display_name: string;
  external_id: string | null;
  id: string;
  version: Generated<number>;
}

export interface ScimMembers {
  group_id: string;
  person_id: string;
}

export interface ScimPeople {
  active: boolean;
  attributes: unknown;
  changed_at: string;
  created_at: string;
  external_id: string | null;
  gone_at: string | null;
  has_entered: Generated<boolean>;
  id: string;
  is_out: Generated<boolean>;
  is_shut: Generated<boolean>;
  problem: string | null;
  user_id: number | null;
  user_name: string;
  version: Generated<number>;
}

export interface ScimPeopleForAdministration extends Pick<ScimPeople, 'active' | 'external_id' | 'gone_at' | 'is_out' | 'is_shut' | 'user_id'> {
  groups: string[] | null;
}

export type ScimPeopleForAuth = Pick<ScimPeople, 'external_id' | 'gone_at' | 'user_id'>

export interface ScopeChecks {
  id: Generated<number>;
  release_id: number;
}

export interface ScopeDecisions {
  agreement_id: number;
  at: string;
  by: number | null;
  from: string | null;
  id: Generated<number>;
  kind: string;
  reason: Generated<string>;
  to: string;
}

export interface Scopes {
  body: string;
  format: number;
  sha256: string;
}

export type ScopesForReleases = Pick<Scopes, 'body' | 'format' | 'sha256'>

export interface ScopesInDoubt {
  accepted_sha: string | null;
  agreed_sha: string | null;
  company_id: number | null;
  id: number | null;
  release_id: number | null;
  since: string | null;
}

export interface SecondFactors {
  counter: number | null;
  created_at: string;
  credential_id: string | null;
  host: string | null;
  id: Generated<number>;
  kind: string;
  last_step: number | null;
  last_used_at: string | null;
  name: string;
  public_key: Buffer | null;
  secret: string | null;
  transports: string[] | null;
  user_id: number;
}

export interface ServiceAccounts {
  about: string;
  expires_at: string;
  scope: string;
  user_id: number;
}

export interface Sessions {
  address: Generated<string>;
  created_at: string;
  end_session_url: string | null;
  expires_at: string;
  id: Generated<number>;
  last_seen_at: string;
  password_only: Generated<boolean>;
  token_hash: Buffer;
  user_agent: Generated<string>;
  user_id: number;
}

export type SharedAgreementOffers = Pick<AgreementOffers, 'address' | 'agreement_id' | 'answer' | 'answered_at' | 'answered_by' | 'created_at' | 'id' | 'reason' | 'releaseDate' | 'releaseTime' | 'state' | 'user_id'>

export type SharedAgreementRecipients = Pick<AgreementRecipients, 'agreement_id' | 'user_id'>

export type SharedAgreements = Pick<Agreements, 'accepted_sha' | 'agreed_sha' | 'author_id' | 'by_client' | 'by_rivc' | 'calendar_sequence' | 'cancel_reason' | 'company_id' | 'created_at' | 'deleted_at' | 'frozen_sha' | 'id' | 'isPublishedOnTestEnv' | 'recipientsExtra' | 'release_id' | 'releaseDate' | 'releaseTime' | 'remark' | 'sent_at' | 'told_sha' | 'updated_at' | 'version'>

export type SharedApiTokens = Pick<ApiTokens, 'id' | 'last_used_at' | 'revoked_at' | 'scope' | 'user_id'>

export type SharedAskedPeople = Pick<AskedPeople, 'agreement_id' | 'user_id'>

export type SharedCalendarDays = Pick<CalendarDays, 'day' | 'minutes' | 'name'>

export type SharedCompanies = Pick<Companies, 'created_at' | 'deleted_at' | 'idcomp' | 'namecomp' | 'version'>

export type SharedCompanyEscalations = Pick<CompanyEscalations, 'company_id' | 'deputy_id' | 'head_id'>

export type SharedCompanyModules = Pick<CompanyModules, 'idcomp' | 'idmod'>

export type SharedCorporateIdentities = Pick<CorporateIdentities, 'last_used_at' | 'provider' | 'subject' | 'user_id'>

export type SharedDeliveries = Pick<Deliveries, 'at' | 'attempts' | 'copied' | 'entity' | 'entity_id' | 'event_id' | 'file_id' | 'generation' | 'id' | 'idcomp' | 'is_named' | 'kind' | 'last_error' | 'letter_id' | 'needless' | 'readers' | 'repeated_at' | 'state' | 'target'>

export type SharedEntries = Pick<Entries, 'address' | 'author_id' | 'created_at' | 'edited_at' | 'html' | 'id' | 'imported_as' | 'imported_name' | 'internal' | 'side' | 'text' | 'thread_id' | 'withdrawn_at'>

export type SharedEntryFiles = Pick<EntryFiles, 'entry_id' | 'file_id'>

export type SharedEntryMentions = Pick<EntryMentions, 'entry_id' | 'user_id'>

export type SharedEvents = Pick<Events, 'at' | 'data' | 'entity' | 'entity_id' | 'id' | 'kind' | 'user_id'>

export type SharedFileDownloads = Pick<FileDownloads, 'at' | 'file_id' | 'first_byte' | 'id' | 'idcomp' | 'sent' | 'user_id'>

export type SharedFiles = Pick<Files, 'deleted_at' | 'file_name' | 'id' | 'sha256' | 'size' | 'storage_key' | 'uploaded' | 'uploaded_by' | 'version'>

export type SharedFreezes = Pick<Freezes, 'author_id' | 'created_at' | 'date_from' | 'date_to' | 'id' | 'idcomp' | 'reason'>

export type SharedHistory = Pick<History, 'address' | 'after' | 'at' | 'before' | 'entity' | 'entity_id' | 'field' | 'id' | 'note' | 'title' | 'user_id' | 'via'>

export type SharedLetters = Pick<Letters, 'created_at' | 'entity' | 'entity_id' | 'event_id' | 'html' | 'id' | 'kind' | 'subject' | 'text'>

export type SharedModules = Pick<Modules, 'deleted_at' | 'idmod' | 'idsys' | 'namemod' | 'order' | 'version'>

export type SharedNotPublishingList = Pick<NotPublishingList, 'at' | 'client_reason' | 'idcomp' | 'reason' | 'release_id' | 'user_id'>

export type SharedPublicationChecks = Pick<PublicationChecks, 'at' | 'file_id' | 'idcomp' | 'publication_id' | 'user_id'>

export type SharedPublicationPeople = Pick<PublicationPeople, 'publication_id' | 'user_id'>

export type SharedPublicationReceipts = Pick<PublicationReceipts, 'at' | 'idcomp' | 'kind' | 'publication_release_id' | 'user_id'>

export type SharedPublicationRecipients = Pick<PublicationRecipients, 'publication_id' | 'user_id'>

export type SharedPublicationReleases = Pick<PublicationReleases, 'id' | 'idx' | 'notPublishingList' | 'publication_id' | 'reason' | 'release_id' | 'title'>

export type SharedPublications = Pick<Publications, 'author_id' | 'corrects' | 'created_at' | 'deleted_at' | 'id' | 'text' | 'withdrawn_at' | 'withdrawn_reason'>

export type SharedRegistryComments = Pick<RegistryComments, 'comment' | 'created_at' | 'entry_id' | 'id' | 'side' | 'user_id'>

export type SharedRegistryEntries = Pick<RegistryEntries, 'author_id' | 'deleted_at' | 'id' | 'idcomp' | 'number' | 'step_id' | 'title'>

export type SharedRegistrySteps = Pick<RegistrySteps, 'hidden_at' | 'id' | 'name' | 'order' | 'version'>

export type SharedReleaseCompanies = Pick<ReleaseCompanies, 'idcomp' | 'release_id'>

export type SharedReleaseModules = Pick<ReleaseModules, 'idmod' | 'release_id'>

export type SharedReleases = Pick<Releases, 'author_id' | 'comment' | 'created_at' | 'deleted_at' | 'description' | 'id' | 'is_visible_for_client' | 'plan_date' | 'planned_time' | 'published_at' | 'search_text' | 'short_description' | 'start_date' | 'step_id' | 'terms' | 'title' | 'updated_at' | 'version'>

export type SharedReleaseSteps = Pick<ReleaseSteps, 'hidden_at' | 'id' | 'kind' | 'name_step' | 'order' | 'version'>

export type SharedReleaseUsers = Pick<ReleaseUsers, 'release_id' | 'user_id'>

export type SharedRequestAuthors = Pick<RequestAuthors, 'request_id' | 'user_id'>

export type SharedRequests = Pick<Requests, 'author_id' | 'backlog_priority' | 'backlog_title' | 'backlog_version' | 'created_at' | 'deleted_at' | 'description' | 'description_version' | 'e_title' | 'id' | 'idcomp' | 'idmod' | 'inBacklog' | 'isPaid' | 'isSolo' | 'planned_time' | 'priority' | 'release_id' | 'search_text' | 'status_id' | 'text' | 'type_id' | 'updated_at' | 'urgency' | 'version'>

export type SharedRequestStatuses = Pick<RequestStatuses, 'hidden_at' | 'id' | 'is_over' | 'name' | 'order' | 'tone' | 'version'>

export type SharedRequestTypes = Pick<RequestTypes, 'hidden_at' | 'id' | 'name' | 'order' | 'version'>

export type SharedScopeDecisions = Pick<ScopeDecisions, 'agreement_id' | 'at' | 'by' | 'from' | 'id' | 'kind' | 'reason' | 'to'>

export type SharedScopes = Pick<Scopes, 'body' | 'format' | 'sha256'>

export type SharedSecondFactors = Pick<SecondFactors, 'id' | 'name' | 'user_id'>

export type SharedSessions = Pick<Sessions, 'expires_at' | 'last_seen_at' | 'user_id'>

export type SharedSubstitutes = Pick<Substitutes, 'company_id' | 'date_to' | 'id' | 'substitute_id' | 'user_id'>

export type SharedSuperiors = Pick<Superiors, 'company_id' | 'role' | 'user_id'>

export type SharedSystems = Pick<Systems, 'deleted_at' | 'idsys' | 'namesys' | 'order' | 'version'>

export type SharedTestResults = Pick<TestResults, 'address' | 'agreement_id' | 'at' | 'build' | 'comment' | 'id' | 'on_behalf' | 'request_id' | 'user_id' | 'verdict'>

export type SharedThreads = Pick<Threads, 'address' | 'agreement_id' | 'author_id' | 'blocks' | 'closed_address' | 'closed_at' | 'closed_by' | 'closed_reason' | 'created_at' | 'due' | 'id' | 'kind' | 'owner_id' | 'request_id' | 'side' | 'state' | 'updated_at' | 'version'>

export type SharedTrackers = Pick<Trackers, 'id' | 'name'>

export type SharedUnfetchedPackages = Pick<UnfetchedPackages, 'idcomp' | 'publication_id' | 'publication_release_id'>

export interface SharedUsers extends Pick<Users, 'can_create_registry' | 'can_edit_calendar' | 'can_enter_registry' | 'created_at' | 'deleted_at' | 'email' | 'id' | 'idcomp' | 'is_blocked' | 'is_service' | 'isAdmin' | 'isRivc' | 'login' | 'name' | 'person_id' | 'version'> {
  has_password: boolean | null;
}

export interface SharedWebhooks extends Pick<Webhooks, 'id'> {
  host: string | null;
}

export interface StoodIn {
  agreement_id: number | null;
  name: string | null;
  user_id: number | null;
}

export type StoodInForThreads = Pick<StoodIn, 'agreement_id' | 'name' | 'user_id'>

export interface Substitutes {
  author_id: number;
  company_id: number;
  created_at: string;
  date_from: string;
  date_to: string;
  ended_at: string | null;
  id: Generated<number>;
  started_at: string | null;
  substitute_id: number;
  user_id: number;
}

export interface Superiors {
  company_id: number | null;
  role: string | null;
  user_id: number | null;
}

export interface Systems {
  deleted_at: string | null;
  idsys: Generated<number>;
  namesys: string;
  order: number | null;
  version: Generated<number>;
}

export interface TakenWork {
  holder: string;
  id: number;
  kind: string;
  until: string;
}

export interface TestResults {
  address: string | null;
  agreement_id: number;
  at: string;
  build: string;
  comment: string;
  id: Generated<number>;
  on_behalf: boolean;
  request_id: number;
  thread_id: number | null;
  user_id: number | null;
  verdict: string;
}

export interface ThingPeople {
  entity: string | null;
  entity_id: number | null;
  role: string | null;
  user_id: number | null;
}

export interface Things {
  companies: number[] | null;
  entity: string | null;
  entity_id: number | null;
  release_id: number | null;
  title: string | null;
}

export interface Threads {
  address: string | null;
  agreement_id: number | null;
  author_id: number | null;
  blocks: Generated<boolean>;
  closed_address: string | null;
  closed_at: string | null;
  closed_by: number | null;
  closed_reason: Generated<string>;
  created_at: string;
  due: string | null;
  former_entry_id: Generated<number>;
  id: Generated<number>;
  kind: Generated<string>;
  owner_id: number | null;
  reminded: string | null;
  request_id: number | null;
  side: string;
  state: Generated<string>;
  updated_at: string;
  version: Generated<number>;
}

export interface ThreadSubjects {
  entity: string | null;
  entity_id: number | null;
  idcomp: number | null;
  is_awaited: boolean | null;
  is_living: boolean | null;
  owner_id: number | null;
  release_id: number | null;
  title: string | null;
}

export interface ToldThings {
  companies: number[] | null;
  entity: string | null;
  entity_id: number | null;
  release_id: number | null;
  title: string | null;
}

export type ToldThingsForLetters = Pick<ToldThings, 'companies' | 'entity' | 'entity_id' | 'title'>

export interface Trackers {
  created_at: string;
  failing_since: string | null;
  failure: string | null;
  id: Generated<number>;
  is_active: Generated<boolean>;
  name: string;
  read_at: string | null;
  read_to: Generated<unknown>;
  request_field: string;
  sealed_key: string;
  source: string | null;
  swept_at: string | null;
  url: string;
  version: Generated<number>;
}

export type TrackersForRequests = Pick<Trackers, 'failing_since' | 'is_active' | 'name' | 'read_at' | 'source'>

export interface TrialsForReleases {
  agreement_id: number | null;
  failing: number | null;
  total: number | null;
  tried: number | null;
}

export interface UnchainedForDossier {
  at: string | null;
  company_id: number | null;
  release_id: number | null;
}

export interface UncountedReleases {
  release_id: number | null;
}

export interface UnfetchedPackages {
  created_at: string | null;
  idcomp: number | null;
  publication_id: number | null;
  publication_release_id: number | null;
  release_id: number | null;
}

export interface Uploads {
  created_at: string;
  digests: Generated<string[]>;
  file_id: number | null;
  file_name: string;
  given_up_at: string | null;
  handle: string | null;
  marks: Generated<string[]>;
  size: number | null;
  storage_key: string;
  tail: Generated<Buffer>;
  updated_at: string;
  user_id: number | null;
  version: Generated<string>;
  writer: string | null;
}

export interface Users {
  can_create_registry: Generated<boolean>;
  can_edit_calendar: Generated<boolean>;
  can_enter_registry: Generated<boolean>;
  chosen_id: number | null;
  created_at: Generated<string>;
  deleted_at: string | null;
  email: string | null;
  first_when_shown: Generated<boolean>;
  id: Generated<number>;
  idcomp: number | null;
  is_blocked: Generated<boolean>;
  is_service: Generated<boolean>;
  isAdmin: Generated<boolean>;
  isRivc: boolean;
  local_until: string | null;
  login: string;
  name: string;
  passed_over: Generated<boolean>;
  password_hash: string | null;
  person_id: number | null;
  version: Generated<number>;
}

export interface UserSettings {
  page: string;
  pageSettings: unknown;
  updated_at: Generated<string>;
  user_id: number;
}

export type UsersForPlatform = Pick<Users, 'id' | 'name'>

export interface VypuskMark {
  one: Generated<boolean>;
  restores: Generated<number>;
  used_since: string;
}

export interface Watchers {
  at: string;
  entity: string;
  entity_id: number;
  user_id: number;
  watches: boolean;
}

export type WatchersForLetters = Pick<Watchers, 'entity' | 'entity_id' | 'user_id' | 'watches'>

export interface WebhookDeliveries {
  body: string;
  created_at: string;
  id: Generated<number>;
  kind: string;
  state: Generated<string>;
  told: unknown | null;
  webhook_id: number;
}

export interface Webhooks {
  company_id: number | null;
  created_at: string;
  failing_since: string | null;
  format: Generated<string>;
  id: Generated<number>;
  is_active: Generated<boolean>;
  kinds: string[];
  release_id: number | null;
  secret: string;
  url: string;
  version: Generated<number>;
}

export type WebhooksForLetters = Pick<Webhooks, 'id' | 'is_active' | 'url'>

export interface WebhookTries {
  answer: string;
  at: string;
  delivery_id: number;
  id: Generated<number>;
  is_by_hand: Generated<boolean>;
  status: number | null;
  took_ms: number;
}

export interface WholeDownloadsForPublications {
  at: string | null;
  file_id: number | null;
  idcomp: number | null;
  user_id: number | null;
}

export interface WithdrawnFiles {
  file_id: number | null;
  idcomp: number | null;
  publication_id: number | null;
}

export interface DB {
  acting_substitutes: ActingSubstitutes;
  agreement_offers: AgreementOffers;
  agreement_offers_for_releases: AgreementOffersForReleases;
  agreement_recipients: AgreementRecipients;
  agreement_recipients_for_releases: AgreementRecipientsForReleases;
  agreement_reminders: AgreementReminders;
  agreement_withdrawals: AgreementWithdrawals;
  agreements: Agreements;
  agreements_for_releases: AgreementsForReleases;
  agreements_for_threads: AgreementsForThreads;
  api_tokens: ApiTokens;
  approval_tokens: ApprovalTokens;
  asked_people: AskedPeople;
  asked_people_for_releases: AskedPeopleForReleases;
  calendar_days: CalendarDays;
  calendar_links: CalendarLinks;
  chain_heads: ChainHeads;
  chained_for_platform: ChainedForPlatform;
  chains_for_deliveries: ChainsForDeliveries;
  companies: Companies;
  companies_for_auth: CompaniesForAuth;
  company_calendars: CompanyCalendars;
  company_escalations: CompanyEscalations;
  company_modules: CompanyModules;
  corporate_identities: CorporateIdentities;
  counted_releases: CountedReleases;
  daily_heads: DailyHeads;
  deliveries: Deliveries;
  dossier_fetches: DossierFetches;
  dossier_letters: DossierLetters;
  dossier_scopes: DossierScopes;
  entrances: Entrances;
  entries: Entries;
  entry_files: EntryFiles;
  entry_mentions: EntryMentions;
  events: Events;
  evidence_files: EvidenceFiles;
  factor_challenges: FactorChallenges;
  fetched_files: FetchedFiles;
  fetched_packages: FetchedPackages;
  file_downloads: FileDownloads;
  file_links: FileLinks;
  file_places: FilePlaces;
  file_places_for_access: FilePlacesForAccess;
  files: Files;
  files_for_deliveries: FilesForDeliveries;
  freezes: Freezes;
  handed_files: HandedFiles;
  handed_for_requests: HandedForRequests;
  handed_items: HandedItems;
  handed_over: HandedOver;
  handed_packages: HandedPackages;
  handed_people: HandedPeople;
  handed_to: HandedTo;
  handed_versions: HandedVersions;
  held_letters: HeldLetters;
  held_letters_for_deliveries: HeldLettersForDeliveries;
  history: History;
  history_for_dossier: HistoryForDossier;
  idempotency_keys: IdempotencyKeys;
  import_closed_companies: ImportClosedCompanies;
  import_keys: ImportKeys;
  import_mappings: ImportMappings;
  import_progress: ImportProgress;
  import_values: ImportValues;
  imported_files: ImportedFiles;
  imported_rows: ImportedRows;
  installation: Installation;
  issues: Issues;
  letter_templates: LetterTemplates;
  letters: Letters;
  letters_for_deliveries: LettersForDeliveries;
  letters_for_publications: LettersForPublications;
  letters_left_out: LettersLeftOut;
  link_files: LinkFiles;
  living_modules: LivingModules;
  login_tries: LoginTries;
  modules: Modules;
  not_publishing_list: NotPublishingList;
  notice_digests: NoticeDigests;
  notice_settings: NoticeSettings;
  notice_settings_for_letters: NoticeSettingsForLetters;
  notices: Notices;
  notices_for_letters: NoticesForLetters;
  open_agreements: OpenAgreements;
  open_files: OpenFiles;
  open_matters: OpenMatters;
  open_publication_items: OpenPublicationItems;
  open_publications: OpenPublications;
  open_registry_entries: OpenRegistryEntries;
  open_releases: OpenReleases;
  open_requests: OpenRequests;
  opened_things: OpenedThings;
  package_versions: PackageVersions;
  password_links: PasswordLinks;
  planning_changes: PlanningChanges;
  planning_variants: PlanningVariants;
  presence: Presence;
  publication_checks: PublicationChecks;
  publication_customers: PublicationCustomers;
  publication_drafts: PublicationDrafts;
  publication_file_modules: PublicationFileModules;
  publication_files: PublicationFiles;
  publication_modules: PublicationModules;
  publication_openings: PublicationOpenings;
  publication_packages: PublicationPackages;
  publication_people: PublicationPeople;
  publication_receipts: PublicationReceipts;
  publication_recipients: PublicationRecipients;
  publication_releases: PublicationReleases;
  publication_reminders: PublicationReminders;
  publications: Publications;
  publications_for_access: PublicationsForAccess;
  publications_for_files: PublicationsForFiles;
  rates: Rates;
  reached_items: ReachedItems;
  recovery_codes: RecoveryCodes;
  registry_comments: RegistryComments;
  registry_entries: RegistryEntries;
  registry_mentions: RegistryMentions;
  registry_numbers: RegistryNumbers;
  registry_reads: RegistryReads;
  registry_steps: RegistrySteps;
  registry_visits: RegistryVisits;
  release_companies: ReleaseCompanies;
  release_companies_for_access: ReleaseCompaniesForAccess;
  release_files: ReleaseFiles;
  release_modules: ReleaseModules;
  release_step_changes: ReleaseStepChanges;
  release_steps: ReleaseSteps;
  release_users: ReleaseUsers;
  releases: Releases;
  releases_for_access: ReleasesForAccess;
  releases_for_requests: ReleasesForRequests;
  reminder_pauses: ReminderPauses;
  request_authors: RequestAuthors;
  request_bitmaps: RequestBitmaps;
  request_count_changes: RequestCountChanges;
  request_counts: RequestCounts;
  request_counts_for_releases: RequestCountsForReleases;
  request_files: RequestFiles;
  request_segment_changes: RequestSegmentChanges;
  request_segments: RequestSegments;
  request_statuses: RequestStatuses;
  request_totals_for_releases: RequestTotalsForReleases;
  request_types: RequestTypes;
  requests: Requests;
  requests_for_agreements: RequestsForAgreements;
  requests_for_threads: RequestsForThreads;
  scim_groups: ScimGroups;
  scim_members: ScimMembers;
  scim_people: ScimPeople;
  scim_people_for_administration: ScimPeopleForAdministration;
  scim_people_for_auth: ScimPeopleForAuth;
  scope_checks: ScopeChecks;
  scope_decisions: ScopeDecisions;
  scopes: Scopes;
  scopes_for_releases: ScopesForReleases;
  scopes_in_doubt: ScopesInDoubt;
  second_factors: SecondFactors;
  service_accounts: ServiceAccounts;
  sessions: Sessions;
  shared_agreement_offers: SharedAgreementOffers;
  shared_agreement_recipients: SharedAgreementRecipients;
  shared_agreements: SharedAgreements;
  shared_api_tokens: SharedApiTokens;
  shared_asked_people: SharedAskedPeople;
  shared_calendar_days: SharedCalendarDays;
  shared_companies: SharedCompanies;
  shared_company_escalations: SharedCompanyEscalations;
  shared_company_modules: SharedCompanyModules;
  shared_corporate_identities: SharedCorporateIdentities;
  shared_deliveries: SharedDeliveries;
  shared_entries: SharedEntries;
  shared_entry_files: SharedEntryFiles;
  shared_entry_mentions: SharedEntryMentions;
  shared_events: SharedEvents;
  shared_file_downloads: SharedFileDownloads;
  shared_files: SharedFiles;
  shared_freezes: SharedFreezes;
  shared_history: SharedHistory;
  shared_letters: SharedLetters;
  shared_modules: SharedModules;
  shared_not_publishing_list: SharedNotPublishingList;
  shared_publication_checks: SharedPublicationChecks;
  shared_publication_people: SharedPublicationPeople;
  shared_publication_receipts: SharedPublicationReceipts;
  shared_publication_recipients: SharedPublicationRecipients;
  shared_publication_releases: SharedPublicationReleases;
  shared_publications: SharedPublications;
  shared_registry_comments: SharedRegistryComments;
  shared_registry_entries: SharedRegistryEntries;
  shared_registry_steps: SharedRegistrySteps;
  shared_release_companies: SharedReleaseCompanies;
  shared_release_modules: SharedReleaseModules;
  shared_release_steps: SharedReleaseSteps;
  shared_release_users: SharedReleaseUsers;
  shared_releases: SharedReleases;
  shared_request_authors: SharedRequestAuthors;
  shared_request_statuses: SharedRequestStatuses;
  shared_request_types: SharedRequestTypes;
  shared_requests: SharedRequests;
  shared_scope_decisions: SharedScopeDecisions;
  shared_scopes: SharedScopes;
  shared_second_factors: SharedSecondFactors;
  shared_sessions: SharedSessions;
  shared_substitutes: SharedSubstitutes;
  shared_superiors: SharedSuperiors;
  shared_systems: SharedSystems;
  shared_test_results: SharedTestResults;
  shared_threads: SharedThreads;
  shared_trackers: SharedTrackers;
  shared_unfetched_packages: SharedUnfetchedPackages;
  shared_users: SharedUsers;
  shared_webhooks: SharedWebhooks;
  stood_in: StoodIn;
  stood_in_for_threads: StoodInForThreads;
  substitutes: Substitutes;
  superiors: Superiors;
  systems: Systems;
  taken_work: TakenWork;
  test_results: TestResults;
  thing_people: ThingPeople;
  things: Things;
  thread_subjects: ThreadSubjects;
  threads: Threads;
  told_things: ToldThings;
  told_things_for_letters: ToldThingsForLetters;
  trackers: Trackers;
  trackers_for_requests: TrackersForRequests;
  trials_for_releases: TrialsForReleases;
  unchained_for_dossier: UnchainedForDossier;
  uncounted_releases: UncountedReleases;
  unfetched_packages: UnfetchedPackages;
  uploads: Uploads;
  user_settings: UserSettings;
  users: Users;
  users_for_platform: UsersForPlatform;
  "vypusk.mark": VypuskMark;
  watchers: Watchers;
  watchers_for_letters: WatchersForLetters;
  webhook_deliveries: WebhookDeliveries;
  webhook_tries: WebhookTries;
  webhooks: Webhooks;
  webhooks_for_letters: WebhooksForLetters;
  whole_downloads_for_publications: WholeDownloadsForPublications;
  withdrawn_files: WithdrawnFiles;
}
