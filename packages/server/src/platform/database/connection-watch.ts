import pg from 'pg'
import { DatabaseAway } from './away.ts'
import { createSilenceCheck } from './server-silence.ts'
import { createOwnConnection, type OwnConnection } from './own-connection.ts'

/**
 * The connections of a pool, and the callers that wait on dead ones. Nothing arrives on a dead connection, not even its
 * end, so it cannot be told from one whose statement takes long. Therefore the server is asked over a separate
 * connection.
 */

/**
 * Time is counted in turns of the event loop: a loop that was blocked for seconds has not received anything meanwhile.
 */
const TURN_MS = 250
/** How many turns a connection waits before it is examined, and how many there are between two examinations. */
const LOOKED_AT = 4
const BETWEEN = 2
/** How many examinations it takes, because an answer may have been on its way during the first. */
const LOOKS = 2

/** Members of pg's client that its types do not declare. */
interface Inside {
  connection: { stream: { bytesRead: number; bytesWritten: number; destroy: () => void } }
  /** The query that was sent and not answered yet. */
  _activeQuery: object | null
  _connected: boolean
}

/** A server process: process numbers are reused, so the start time is needed too. */
export interface ServerProcess {
  pid: number
  since: string
}

/** Query by which a connection finds its own server process. */
export const WHICH_PROCESS = `select pid, extract(epoch from backend_start)::text as since
  from pg_stat_activity where pid = pg_backend_pid()`

interface Line {
  inside: Inside
  /** Null until it is known. */
  process: ServerProcess | null
  /** What the connection waits for, the bytes transferred so far, and for how many turns neither has changed. */
  waits: { pending: object | null; bytes: number; turns: number; looks: number }
}

const CONNECTING = {}
const pendingOf = ({ _connected, _activeQuery }: Inside) => (_connected ? _activeQuery : CONNECTING)

function bytesOf({ connection: { stream } }: Inside): number {
  return stream.bytesRead + stream.bytesWritten
}

function countTurn(line: Line): void {
  const { waits } = line
  const [pending, bytes] = [pendingOf(line.inside), bytesOf(line.inside)]
  if (pending !== null && pending === waits.pending && bytes === waits.bytes) waits.turns += 1
  else line.waits = { pending, bytes, turns: 0, looks: 0 }
}

export interface WatchedConnections {
  /** The client class that the pool has to use. */
  Client: typeof pg.Client
  /** Stores the server process of a connection. */
  leadsTo: (client: object, process: ServerProcess | null) => void
  /**
   * Waits for a connection while the server answers.
   * @param giveBack called with a connection that came too late
   * @throws DatabaseAway while the server is silent
   */
  waitFor: <Had>(get: () => Promise<Had>, giveBack: (late: Had) => void) => Promise<Had>
  /** Makes everything that waits on a connection fail. */
  endWaiting: () => void
  stop: () => void
}

const SILENT = 'the database does not answer'

/** Callers that wait for a connection until the server is found to be silent. */
function createQueue() {
  const waiting = new Set<(error: Error) => void>()
  return {
    waitFor: <Had>(get: () => Promise<Had>, giveBack: (late: Had) => void): Promise<Had> => {
      const { promise, resolve, reject } = Promise.withResolvers<Had>()
      waiting.add(reject)
      get().then(
        (had) => (waiting.delete(reject) ? resolve(had) : giveBack(had)),
        (error: Error) => (waiting.delete(reject), reject(error)),
      )
      return promise
    },
    end: () => {
      waiting.forEach((reject) => reject(new DatabaseAway(SILENT)))
      waiting.clear()
    },
  }
}

/** Keeps all connections of a pool from their creation to their end. */
function createRegister() {
  const lines = new Map<object, Line>()
  return {
    lines,
    leadsTo: (client: object, process: ServerProcess | null) => {
      const line = lines.get(client)
      if (line) line.process = process
    },
    Client: class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super(config)
        const waits = { pending: null, bytes: 0, turns: 0, looks: 0 }
        lines.set(this, { inside: this as unknown as Inside, process: null, waits })
        this.once('end', () => lines.delete(this))
      }
    },
  }
}

const THESE = 'unnest($1::int[], $2::text[]) as these(pid, since)'
const ARE_THEY = 'a.pid = these.pid and extract(epoch from a.backend_start)::text = these.since'
/** Those of the given processes that exist on the server and are not waiting for us. */
const AT_WORK = `select a.pid from pg_stat_activity a join ${THESE} on ${ARE_THEY}
  where a.wait_event_type is distinct from 'Client'`
/** Ends processes that wait for us. They would keep their locks for another minute otherwise. */
const END = `select pg_terminate_backend(a.pid) from pg_stat_activity a join ${THESE} on ${ARE_THEY}
  where a.wait_event_type = 'Client'`
const these = (all: ServerProcess[]) => [all.map(({ pid }) => pid), all.map(({ since }) => since)]

/** If a server process waits for us while we wait for it, either our message or its answer was lost. */
function judge(waiting: Line[], atWork: Set<number>, end: (line: Line) => void): void {
  for (const line of waiting) {
    const { waits, process, inside } = line
    // It may have been answered by now.
    if (!process || pendingOf(inside) !== waits.pending || bytesOf(inside) !== waits.bytes) continue
    waits.looks = atWork.has(process.pid) ? 0 : waits.looks + 1
    if (waits.looks >= LOOKS) end(line)
  }
}

type Register = Map<object, Line>

const isWaiting = ({ waits }: Line) => waits.turns >= LOOKED_AT

/** Ends connections from this side, and remembers their server processes, which do not know it yet. */
function createEnding(lines: Register) {
  let left: ServerProcess[] = []
  const end = ({ inside, process }: Line) => {
    if (process) left.push(process)
    inside.connection.stream.destroy()
  }
  return {
    end,
    endWaiting: () => {
      for (const line of lines.values()) if (pendingOf(line.inside) !== null) end(line)
    },
    endProcesses: async (client: pg.Client) => {
      if (left.length === 0) return
      const ended = left
      left = []
      await client.query(END, these(ended))
    },
  }
}

/** Examines the waiting connections over the separate one. */
function lookAt(
  lines: Register,
  own: OwnConnection,
  { end, endProcesses }: ReturnType<typeof createEnding>,
  isShared: boolean,
) {
  const judgeBy = async (client: pg.Client, waiting: Line[]) => {
    const known = waiting.flatMap(({ process }) => process ?? [])
    const { rows } = await client.query<{ pid: number }>(AT_WORK, these(known))
    judge(waiting, new Set(rows.map(({ pid }) => pid)), end)
    await endProcesses(client)
  }
  return async () => {
    const waiting = [...lines.values()].filter(isWaiting)
    const wasThere = own.isThere()
    const client = await own.ask()
    if (isShared) return own.leave()
    const judging = judgeBy(client, waiting)
    // A pooler may make us wait for a connection like everybody else; accepting our connection counts as an answer.
    if (wasThere) await judging
    else judging.catch(() => {})
  }
}

/** The work of each turn while something waits or the server is silent. */
function createWatch(lines: Register, endWaiting: () => void, ask: { own: OwnConnection; look: () => Promise<void> }) {
  let [isSilent, rest] = [false, 0]
  const found = (silence: boolean) => {
    isSilent = silence
    rest = BETWEEN
    if (silence) endWaiting()
  }
  const { own, look } = ask
  const silenceCheck = createSilenceCheck({ own, ask: look, answered: () => found(false), silent: () => found(true) })
  return {
    isSilent: () => isSilent,
    turn: () => {
      lines.forEach(countTurn)
      if (silenceCheck.isGoingOn()) return silenceCheck.turn()
      if (!isSilent && ![...lines.values()].some(isWaiting)) return own.leave()
      rest -= 1
      if (rest < 0) silenceCheck.begin()
    },
  }
}

/**
 * Watches the connections of a pool. A waiting one is ended when its server process is waiting for us, or when a
 * connection made for the purpose is silent too. A slow statement is left alone, however long it takes.
 * @param isShared behind a pooler in transaction mode it is unknown which process works for which client, so only
 *   silence counts
 */
export function watchConnections(config: pg.ClientConfig, isShared: boolean): WatchedConnections {
  const { lines, Client, leadsTo } = createRegister()
  const queue = createQueue()
  const own = createOwnConnection({ ...config, application_name: 'vypusk-watch' })
  const ending = createEnding(lines)
  const endWaiting = () => {
    ending.endWaiting()
    queue.end()
  }
  const watch = createWatch(lines, endWaiting, { own, look: lookAt(lines, own, ending, isShared) })
  const timer = setInterval(watch.turn, TURN_MS).unref()
  return {
    Client,
    leadsTo,
    endWaiting,
    waitFor: async (get, giveBack) => {
      if (watch.isSilent()) throw new DatabaseAway(SILENT)
      return queue.waitFor(get, giveBack)
    },
    stop: () => {
      clearInterval(timer)
      own.leave()
    },
  }
}
