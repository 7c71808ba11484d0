import pg from 'pg'
import { deferDdl } from '../platform/database/deferred-ddl.ts'
import { liftLimits } from '../platform/database/long-work.ts'
import { makeAgreements } from './agreements.ts'
import { writeCalendars } from './calendars.ts'
import { copyLoader, type Loader } from './copy.ts'
import { filesInto, type PutFile } from './files.ts'
import { changeScope } from './held.ts'
import { journalInto } from './journal.ts'
import { noteFiles } from './left-files.ts'
import { writeChannels } from './channels.ts'
import { writeTracker } from './trackers.ts'
import { writeEscalations, writeSubstitutes } from './ladders.ts'
import { postInto } from './letters.ts'
import { writeNotices } from './notices.ts'
import { makeWorld, type World } from './people.ts'
import { writePeople } from './people-rows.ts'
import { writeServices } from './services.ts'
import { makePublications } from './publications.ts'
import { type Random, randomFrom } from './random.ts'
import { makeRegistry } from './registry.ts'
import { writeReleases } from './release-rows.ts'
import { planReleases } from './releases.ts'
import { makeRemarks } from './remarks.ts'
import { makeRequests } from './requests.ts'
import { scopesOfAgreements, writeScopes } from './scopes.ts'
import { makeTalks } from './talks.ts'
import { type Size, sizeFor, usualRequests } from './size.ts'
import { bareTables, columns, columnTypes, moveIdentities, type Removed, tables } from './tables.ts'
import { type Day, dayOf, workCalendar } from './time.ts'
import { writeVariant } from './variants.ts'

export interface DemoOptions {
  /** The database to fill; the generator opens its own connection. */
  config: pg.ClientConfig
  /** 100…1 000 000; 20 000 by default. Everything else grows with it. */
  requests?: number
  /** `YYYY-MM-DD`: everything has happened by the end of the day before. */
  today: string
  /** The same seed and day give the same data to the last byte. */
  seed?: string
  /**
   * Whether all indexes are built, and the scopes of agreements stored, before the data becomes visible. For large data, those that only make lists faster
   * are usually built later, while the product is running (platform/database/deferred-ddl.ts).
   */
  isWaitedFor?: boolean
  /** Stores the bytes of the demo's files; called before the data becomes visible. */
  putFile: PutFile
  /** Called with the current activity in Russian and the completed share, 0…1. */
  onProgress?: (what: string, share: number) => void
}

/** The demo cannot be created here. The message is a Russian sentence. */
export class DemoError extends Error {
  override name = 'DemoError'
}

export const fewestRequests = 100
export const mostRequests = 1_000_000
/** Building the indexes for more requests than this takes longer than people want to wait. */
const WAITED_FOR = 50_000

/**
 * Fills a migrated, empty database with a plausible provider, its clients and four years of their work, in one
 * transaction: a failure leaves the database as it was.
 * @throws DemoError when the database is not migrated or not empty
 */
export async function generateDemo(options: DemoOptions): Promise<void> {
  const { config, requests = usualRequests, onProgress = () => undefined } = options
  if (!Number.isInteger(requests) || requests < fewestRequests || requests > mostRequests) {
    throw new DemoError(`Число заявок – целое, от ${fewestRequests} до ${mostRequests}`)
  }
  const client = new pg.Client(config)
  await client.connect()
  try {
    await refuseUnlessEmpty(client)
    await client.query('begin')
    await liftLimits(client, 'transaction')
    for (const setting of forLoading) await client.query(`set local ${setting}`)
    const removed = await bareTables(client)
    const changed = await fill(client, { ...options, onProgress }, sizeFor(requests))
    await putBack(client, removed, { ...options, onProgress })
    // Otherwise the following statements are planned as if the tables were empty, and take a minute for a row.
    await client.query(`analyze ${tables.join(', ')}`)
    await writeNotices(client, dayOf(options.today))
    await moveIdentities(client)
    if (changed) await changeScope(client, changed, dayOf(options.today))
    if (isWaited(options)) await writeScopes(client)
    await writeVariant(client, dayOf(options.today))
    await client.query(rememberDemo)
    await client.query('commit')
    onProgress('Готово', 1)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

const isWaited = ({ requests = usualRequests, isWaitedFor = requests <= WAITED_FOR }: DemoOptions) => isWaitedFor

async function putBack(client: pg.ClientBase, removed: readonly Removed[], options: DemoOptions): Promise<void> {
  const { onProgress = () => undefined } = options
  const statements = removed.flatMap(({ restore, guard }) => (isWaited(options) ? restore : (guard ?? [])))
  for (const [index, statement] of statements.entries()) {
    onProgress('Ключи, индексы и связи', 0.75 + (0.25 * index) / statements.length)
    await client.query(statement)
  }
  const rest = removed.flatMap((one) => one.rest ?? [])
  if (!isWaited(options)) await deferDdl(client, [...rest, scopesOfAgreements])
}

/** Makes the sign-in page show the demo's people (prepare.ts). */
const rememberDemo = `insert into installation (key, value) values ('demo', 'true')
  on conflict (key) do update set value = excluded.value`

/** Only for this transaction: none of its data is visible before it is complete, so nothing is at risk. */
const forLoading = [
  'synchronous_commit = off',
  "maintenance_work_mem = '512MB'",
  // One worker besides the main process: more than two get in each other's way on the smallest machine.
  'max_parallel_maintenance_workers = 1',
  'jit = off',
  // Good enough to start with: autovacuum analyses more closely within minutes.
  'default_statistics_target = 20',
]

async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(
    'select bool_or(to_regclass(name) is null) as missing from unnest($1::text[]) as name',
    [tables],
  )
  if (rows[0]?.missing)
    throw new DemoError('В базе данных нет таблиц системы. Сначала запустите систему с этой базой: она создаст их')
  const holders = tables.map((table) => `exists (select from ${table})`).join(' or ')
  const found = await client.query<{ filled: boolean }>(`select ${holders} as filled`)
  if (found.rows[0]?.filled) {
    throw new DemoError(
      'В базе данных уже есть данные. Демонстрационные данные создаются только в пустой базе, чтобы ничего не испортить',
    )
  }
}

/** @returns the agreement whose scope is to be changed afterwards */
async function fill(client: pg.ClientBase, options: DemoOptions, size: Size) {
  const { onProgress = () => undefined, seed = 'vypusk' } = options
  const today = dayOf(options.today)
  const random = randomFrom(seed)
  const calendar = await readCalendar(client)
  const stepNames = await readNames(client, 'select id, name from registry_steps')
  const releaseSteps = await readNames(client, 'select id, name_step as name from release_steps')
  const load = copyLoader(client, columns, await columnTypes(client))
  const world = await makeWorld(random.fork('people'), size, today - size.days)
  const releases = planReleases({ random: random.fork('releases'), world, calendar, today }, size)
  const common = { today, world, calendar, load, journal: journalInto(load, random.fork('salts')), releases }
  const files = filesInto(load, random.fork('files'), options.putFile)
  writePeople(random.fork('people-rows'), load, world)
  const freezes = writeCalendars(load, world, today)
  writeEscalations(load, world)
  writeSubstitutes(load, world, today)
  writeChannels(load, world, today)
  writeServices(load, world, today)
  writeTracker(load, today)
  const sample = await makeRequests(
    {
      ...common,
      files,
      random: random.fork('requests'),
      count: size.requests,
      issueIds: counter(),
      onProgress: (made) => onProgress(`Заявки: ${made} из ${size.requests}`, (0.7 * made) / size.requests),
    },
    size.registry,
  )
  const changed = await writeRest(random, { ...common, files, freezes, stepNames, releaseSteps }, sample)
  onProgress('Файлы', 0.72)
  await noteFiles(options.config, client, files.keys())
  await Promise.all([load.finish(), files.store()])
  return changed
}

interface Rest {
  today: Day
  world: World
  load: Loader
  journal: ReturnType<typeof journalInto>
  releases: ReturnType<typeof planReleases>
  files: ReturnType<typeof filesInto>
  /** The latest id of closed days. */
  freezes: number
  stepNames: Map<number, string>
  releaseSteps: Map<number, string>
}

/** Publications determine when a release was published, so the releases' own rows come after them. */
async function writeRest(random: Random, rest: Rest, sample: Awaited<ReturnType<typeof makeRequests>>) {
  const { load, releases } = rest
  const post = postInto(load, random.fork('letters'), rest.world)
  const making = { ...rest, post, results: 0, random: random.fork('agreements') }
  const { unready, last, changed, sent } = await makeAgreements(making, releases)
  const numbers = makeRemarks({ ...making, random: random.fork('remarks') }, sent, last)
  await makePublications(
    { ...rest, post, unready, downloadIds: counter(), random: random.fork('publications') },
    releases,
  )
  writeReleases({ ...rest, random: random.fork('release-rows') }, releases)
  await load.breathe()
  makeRegistry({ ...rest, random: random.fork('registry') }, sample)
  makeTalks({ ...rest, random: random.fork('talks') }, sample, numbers)
  rest.journal.end()
  return changed
}

const counter = () => {
  let last = 0
  return () => ++last
}

async function readCalendar(client: pg.ClientBase) {
  const { rows } = await client.query<{ day: string; minutes: number }>('select day::text, minutes from calendar_days')
  return workCalendar(new Map(rows.map(({ day, minutes }) => [dayOf(day), minutes])))
}

async function readNames(client: pg.ClientBase, text: string) {
  const { rows } = await client.query<{ id: number; name: string }>(text)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
