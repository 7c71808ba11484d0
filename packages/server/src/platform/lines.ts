import pg from 'pg'
import { DatabaseAway } from './database-away.ts'
import { createLooking } from './looking.ts'
import { createOwnLine, type OwnLine } from './own-line.ts'

/**
 * The lines of a pool to its server, and whoever waits for one that is dead. Nothing comes on a dead line, not even its
 * end: by itself it looks like one whose statement takes long. So another line is asked, of the product's own.
 */

/** Time is counted by turns of the event loop: one that was held up for seconds has not listened for seconds. */
const TURN_MS = 250
/** So many turns a line waits until it is looked at, and so many lie between two looks. */
const LOOKED_AT = 4
const BETWEEN = 2
/** One look may have met an answer on its way. */
const LOOKS = 2

/** What pg's client has besides what its types tell. */
interface Inside {
  connection: { stream: { bytesRead: number; bytesWritten: number; destroy: () => void } }
  /** What it has sent and not been answered. */
  _activeQuery: object | null
  _connected: boolean
}

/** A process of the server: numbers are given again, moments are not. */
export interface ServerProcess {
  pid: number
  since: string
}

/** What a connection asks to know its own process. */
export const WHICH_PROCESS = `select pid, extract(epoch from backend_start)::text as since
  from pg_stat_activity where pid = pg_backend_pid()`

interface Line {
  inside: Inside
  /** Null until it is known. */
  process: ServerProcess | null
  /** What it waits for, the bytes that had gone either way, and for how many turns both have been so. */
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

export interface Lines {
  /** What the pool makes its connections of. */
  Client: typeof pg.Client
  /** What has been found at the end of a connection. */
  leadsTo: (client: object, process: ServerProcess | null) => void
  /**
   * Waits for a connection while the server is there.
   * @param giveBack what has come too late
   * @throws DatabaseAway while it is silent
   */
  waitFor: <Had>(get: () => Promise<Had>, giveBack: (late: Had) => void) => Promise<Had>
  /** Whoever waits on a line waits no longer. */
  endWaiting: () => void
  stop: () => void
}

const SILENT = 'the database does not answer'

/** Whoever waits for a connection, until the server is found silent. */
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

/** The connections of a pool from their making to their end. */
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
/** Of these processes: those that the server has, and that do not wait for us. */
const AT_WORK = `select a.pid from pg_stat_activity a join ${THESE} on ${ARE_THEY}
  where a.wait_event_type is distinct from 'Client'`
/** What a process has locked nobody else gets until it is gone, and it would wait for us for a minute. */
const END = `select pg_terminate_backend(a.pid) from pg_stat_activity a join ${THESE} on ${ARE_THEY}
  where a.wait_event_type = 'Client'`
const these = (all: ServerProcess[]) => [all.map(({ pid }) => pid), all.map(({ since }) => since)]

/** A server that waits for us while we wait for it has not been heard, or was not. */
function judge(waiting: Line[], atWork: Set<number>, end: (line: Line) => void): void {
  for (const line of waiting) {
    const { waits, process, inside } = line
    // By now it may have been answered.
    if (!process || pendingOf(inside) !== waits.pending || bytesOf(inside) !== waits.bytes) continue
    waits.looks = atWork.has(process.pid) ? 0 : waits.looks + 1
    if (waits.looks >= LOOKS) end(line)
  }
}

type Register = Map<object, Line>

const isWaiting = ({ waits }: Line) => waits.turns >= LOOKED_AT

/** Ends lines from here, and remembers what the server does not know of yet. */
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
    tellServer: async (client: pg.Client) => {
      if (left.length === 0) return
      const ended = left
      left = []
      await client.query(END, these(ended))
    },
  }
}

/** One look by a line of the product's own at those that wait. */
function lookAt(
  lines: Register,
  own: OwnLine,
  { end, tellServer }: ReturnType<typeof createEnding>,
  isShared: boolean,
) {
  const judgeBy = async (client: pg.Client, waiting: Line[]) => {
    const known = waiting.flatMap(({ process }) => process ?? [])
    const { rows } = await client.query<{ pid: number }>(AT_WORK, these(known))
    judge(waiting, new Set(rows.map(({ pid }) => pid)), end)
    await tellServer(client)
  }
  return async () => {
    const waiting = [...lines.values()].filter(isWaiting)
    const wasThere = own.isThere()
    const client = await own.ask()
    if (isShared) return own.leave()
    const judging = judgeBy(client, waiting)
    // A pooler that is asked something may wait for a line of its own, as everybody does: that it lets us in is an answer.
    if (wasThere) await judging
    else judging.catch(() => {})
  }
}

/** What is done at each turn while somebody waits, and while the server is silent. */
function createWatch(lines: Register, endWaiting: () => void, ask: { own: OwnLine; look: () => Promise<void> }) {
  let [isSilent, rest] = [false, 0]
  const found = (silence: boolean) => {
    isSilent = silence
    rest = BETWEEN
    if (silence) endWaiting()
  }
  const { own, look } = ask
  const looking = createLooking({ own, ask: look, answered: () => found(false), silent: () => found(true) })
  return {
    isSilent: () => isSilent,
    turn: () => {
      lines.forEach(countTurn)
      if (looking.isGoingOn()) return looking.turn()
      if (!isSilent && ![...lines.values()].some(isWaiting)) return own.leave()
      rest -= 1
      if (rest < 0) looking.begin()
    },
  }
}

/**
 * Watches the lines of a pool: one that waits is ended when its server's process waits for us, or when a line made for the
 * purpose is silent too. A statement that takes long is left alone, however long it takes.
 * @param isShared behind a pooler of transactions nobody knows whose process works for whom: only silence counts
 */
export function watchLines(config: pg.ClientConfig, isShared: boolean): Lines {
  const { lines, Client, leadsTo } = createRegister()
  const queue = createQueue()
  const own = createOwnLine({ ...config, application_name: 'vypusk-lines' })
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
