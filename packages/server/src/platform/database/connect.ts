import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type PoolConfig } from 'pg'
import { checkDatabase, DatabaseError, openDatabase } from '../database.ts'
import { DatabaseAway, isLineLost } from './away.ts'
import { stateOf, type DatabaseState } from './state.ts'
import { isEmbeddedMade, startEmbedded } from '../embedded.ts'
import { enterDatabase } from './in-use.ts'
import { keepZone, takeZone } from './kept-zone.ts'
import type { Log } from '../runtime/log.ts'
import { migrate } from './migrate.ts'
import { checkPoolers } from './poolers.ts'
import type { Settings } from '../settings.ts'

export interface Reached {
  /** PostgreSQL itself, or a pooler that keeps sessions whole. */
  config: PoolConfig
  /** The server that calls go through, if it is a different one. */
  through?: PoolConfig
  embedded: boolean
  /** Description of the database for messages, without a password. */
  name: string
  state: DatabaseState
  /** Stops the embedded server unless another process uses it. Close your own pools first. */
  stop: () => Promise<void>
}
export interface Connected extends Omit<Reached, 'state'> {
  /** Whether calls go through a pooler in transaction mode. */
  isShared: boolean
}

const CONNECT_MS = 10_000

/** Files named in the URL, such as certificates, may be missing; that shows when the connection is made. */
function partsOf(databaseUrl: string): { database?: string | undefined; host: string; port: number | string } {
  try {
    return new pg.Client({ connectionString: databaseUrl })
  } catch {
    const { hostname, port, pathname } = new URL(databaseUrl)
    return { database: pathname.slice(1), host: hostname, port: port || 5432 }
  }
}

/** For example «база данных vypusk на db.example.ru:5432», without a password. */
function nameOf({ databaseUrl, dataDir }: Settings): string {
  if (!databaseUrl) return `встроенная база данных в папке ${join(dataDir, 'postgres')}`
  const { database, host, port } = partsOf(databaseUrl)
  return `база данных ${database ?? ''} на ${host.startsWith('/') ? host : `${host}:${port}`}`
}

const CERTIFICATE = 'сертификату сервера нет доверия; назовите центр, который его выдал, в NODE_EXTRA_CA_CERTS'
/** Errors for which pg has only a message and no code. */
const IN_WORDS: [RegExp, string][] = [
  [/timeout|timed out/i, 'сервер не отвечает'],
  [/^(Connection terminated|Client )/, 'сервер прервал соединение'],
  [/does not support SSL/i, 'сервер не принимает TLS: уберите sslmode из DATABASE_URL или включите TLS на сервере'],
  [/SASL|password must be a string/i, 'нужен пароль, а в настройках его нет'],
  [/^connect ENOENT/, 'сокета нет: сервер базы данных не запущен, или в DATABASE_URL указана не его папка'],
  [/no such file|ENOENT/i, 'такого файла нет: проверьте sslrootcert, sslcert и sslkey в DATABASE_URL'],
]

/** Why a server cannot be connected to, in words for the person who configured it. */
export const whyNot = ({ code = '', message }: Error & { code?: string }) =>
  WHY[code] ?? IN_WORDS.find(([words]) => words.test(message))?.[1] ?? (message || code)

/** Codes of a server that is not there: it has not been reached, or it has ended the connection. */
const UNREACHABLE: Record<string, string> = {
  '53300': 'у сервера не осталось свободных соединений',
  '57P01': 'сервер прервал соединение',
  '57P02': 'сервер прервал соединение',
  '57P03': 'сервер ещё запускается или уже останавливается',
  ECONNREFUSED: 'по этому адресу никто не отвечает',
  ECONNRESET: 'сервер прервал соединение',
  EAI_AGAIN: 'имя сервера сейчас не удаётся узнать (DNS)',
  EHOSTUNREACH: 'до сервера нет пути по сети',
  ENETUNREACH: 'до сервера нет пути по сети',
  ENOTFOUND: 'такого сервера нет',
  EPIPE: 'сервер прервал соединение',
  ETIMEDOUT: 'сервер не отвечает',
}

const WHY: Record<string, string> = {
  ...UNREACHABLE,
  '3D000': 'такой базы данных на сервере нет',
  '28P01': 'имя или пароль не подходят',
  '28000': 'сервер не пускает этого пользователя',
  '08P01': 'сервер или распределитель соединений не понимает параметров соединения',
  '42501': 'у пользователя нет права работать с этой базой данных',
  '55000': 'сервер не пускает в эту базу данных',
  CERT_HAS_EXPIRED: 'срок сертификата сервера истёк',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'сертификат сервера выдан на другое имя',
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
}

const unreachable = (name: string, error: Error) =>
  new DatabaseError(`Не удалось подключиться: ${name}. Причина: ${whyNot(error)}`)

/** The error of the connection, if the error concerns the server's presence and not what was asked of it. */
function lossOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseAway) return error.cause instanceof Error ? error.cause : new Error('timeout')
  // A socket that is gone is ENOENT, like a missing file.
  if ('syscall' in error && error.syscall === 'connect') return error
  const isLoss = 'code' in error && typeof error.code === 'string' ? error.code in UNREACHABLE : isLineLost(error)
  return isLoss ? error : undefined
}

/**
 * Waits for work on the database that the start cannot do without. A server may go away, or be starting, after the
 * first connection too.
 * @throws DatabaseError with the sentence that an unreachable server gets, if that is why the work failed
 */
export async function orUnreachable<Result>(name: string, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const loss = lossOf(error)
    throw loss ? unreachable(name, loss) : error
  })
}

async function connectTo(config: PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Makes the first connection to the database.
 * @returns its state
 * @throws DatabaseError if it cannot be reached
 */
async function look(config: PoolConfig, name: string): Promise<DatabaseState> {
  const client = await connectTo(config).catch((error: Error) => {
    throw unreachable(name, error)
  })
  return stateOf(client).finally(() => client.end())
}

function refuseMissing(settings: Settings) {
  if (settings.databaseUrl || isEmbeddedMade(settings.dataDir)) return
  const hint = 'Если система настроена иначе, назовите её файл настроек в VYPUSK_ENV_FILE или задайте DATABASE_URL'
  throw new DatabaseError(`Такой базы данных нет: ${nameOf(settings)}. ${hint}`)
}

/**
 * Connects to the database of this installation, whatever it contains: starts the embedded one, or uses the server from
 * DATABASE_URL.
 * @param mayMake whether to create an embedded database when there is none
 * @throws DatabaseError, EmbeddedError with a sentence
 */
export async function reachDatabase(settings: Settings, log: Log, mayMake: boolean): Promise<Reached> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
  const name = nameOf(settings)
  if (!mayMake) refuseMissing(settings)
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  const config = embedded?.config ?? { connectionString: databaseDirectUrl ?? databaseUrl ?? undefined }
  const through = databaseUrl && databaseDirectUrl ? { through: { connectionString: databaseUrl } } : {}
  const stop = async () => embedded?.stop()
  try {
    const state = await orUnreachable(name, look(config, name))
    if (through.through) await orUnreachable(name, look(through.through, name))
    return { config, ...through, name, embedded: embedded !== undefined, state, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Why a database in this state cannot be used. */
const REFUSALS: Record<Exclude<DatabaseState, 'current'>, string> = {
  new: 'В ней ещё нет системы. Проверьте настройки (VYPUSK_ENV_FILE, DATABASE_URL) или сначала запустите систему: npm start',
  emptied:
    'Системы, которая в ней была, больше нет, или её восстановление прервалось. Восстановите её из копии: npm run restore -- копия.tar.gz. ' +
    'Чтобы начать заново, удалите эту базу данных целиком и создайте её снова',
  foreign: 'В ней таблицы другой программы, а не этой системы. Проверьте DATABASE_URL',
  older: 'Её сделала более старая версия системы. Сначала обновите систему: запустите её в этой версии, npm start',
  newer: 'Её обновила более новая версия системы. Обновите программу и повторите',
}
const FOR_SERVICE: readonly DatabaseState[] = ['new', 'older', 'current']

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const orStop = <Result>(stop: () => Promise<void>, work: Promise<Result>): Promise<Result> =>
  work.catch(async (error: unknown) => {
    await stop()
    throw error
  })

/** Registers this process as a user of the database, provided that its state is acceptable. */
async function enter(
  reached: Reached,
  log: Log,
  fit: readonly DatabaseState[],
  onReplaced: (sentence: string) => void,
) {
  const { config, name, state, stop } = reached
  if (state !== 'current' && !fit.includes(state)) throw new DatabaseError(`${capital(name)}. ${REFUSALS[state]}`)
  const isShared = await orUnreachable(name, checkPoolers(config, reached.through, log))
  const leave = await orUnreachable(name, enterDatabase(config, { onReplaced }))
  await orStop(leave, orUnreachable(name, takeZone(config, log)))
  return { ...reached, isShared, stop: () => leave().finally(stop) }
}

async function bringUp({ config }: Connected, log: Log) {
  await migrate(config, log)
  await keepZone(config, log)
  const { db, close } = openDatabase({ ...config, max: 1 }, log)
  await checkDatabase(db).finally(close)
}

/**
 * Files without the database that refers to them do not mean a new installation: the database's folder was lost or was
 * not mounted.
 */
async function refuseLost({ databaseUrl, dataDir, s3Url }: Settings) {
  if (databaseUrl || s3Url || isEmbeddedMade(dataDir)) return
  const files = await readdir(join(dataDir, 'files')).catch(() => [])
  if (files.length === 0) return
  throw new DatabaseError(
    `В папке ${dataDir} лежат файлы системы, а её базы данных (${join(dataDir, 'postgres')}) нет. ` +
      'Верните её из копии: npm run restore -- копия.tar.gz --new, или задайте DATABASE_URL. ' +
      `Чтобы начать заново, удалите папку ${join(dataDir, 'files')}`,
  )
}

/**
 * Opens the database of this installation for the service: creates it if there is none, migrates it and checks that it
 * can be used.
 * @param onReplaced called when the database has been replaced by restoring a copy: the process has to end
 * @throws DatabaseError, EmbeddedError with a sentence for the person who starts the process
 */
export async function connectDatabase(
  settings: Settings,
  log: Log,
  onReplaced: (sentence: string) => void,
): Promise<Connected> {
  await refuseLost(settings)
  const reached = await reachDatabase(settings, log, true)
  const connected = await orStop(reached.stop, enter(reached, log, FOR_SERVICE, onReplaced))
  await orStop(connected.stop, orUnreachable(connected.name, bringUp(connected, log)))
  return connected
}

/**
 * Opens the database of this installation for a worker of the service, or for a command that runs beside it. The
 * database must exist and be of this version; nothing is created or changed.
 * @param onReplaced as for `connectDatabase`; by default the command exits at once
 * @throws DatabaseError, EmbeddedError with a sentence for the person who ran the command
 */
export async function joinDatabase(
  settings: Settings,
  log: Log,
  onReplaced = (sentence: string): void => {
    log.warn(sentence)
    process.exit(1)
  },
): Promise<Connected> {
  const reached = await reachDatabase(settings, log, false)
  return orStop(reached.stop, enter(reached, log, [], onReplaced))
}
