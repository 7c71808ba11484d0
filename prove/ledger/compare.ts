import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../stage/stage.ts'
import { asking, newCallStats, signIn } from './asking.ts'
import { marksIn } from './desk.ts'
import { invariants } from './invariants.ts'
import { places, type Ledger, type Made } from './ledger.ts'
import { lettersCompared, type DeliveryRow } from './letters.ts'

/** Compares what was acknowledged with what is stored. */

interface Compared {
  figures: Record<string, number>
  faults: string[]
}

const LOOK_EVERY_MS = 1000

/** Waits until no delivery is queued. @returns the seconds it took, or undefined if that did not happen in time */
export async function settled({ rows }: Stage, longestMs: number): Promise<number | undefined> {
  const from = performance.now()
  while (performance.now() - from < longestMs) {
    const [left] = await rows<{ count: number }>(`select count(*)::int as count from deliveries where state = 'queued'`)
    if (left?.count === 0) return Math.round((performance.now() - from) / 1000)
    await pause(LOOK_EVERY_MS)
  }
  return undefined
}

/** Checks that everything created exists once, under the reported id, and that there is nothing else. */
async function compareMade({ rows }: Stage, ledger: Ledger, kind: Made): Promise<string[]> {
  const acknowledged = ledger.made[kind]
  const found = await rows<{ id: number; mark: string }>(marksIn(places[kind], ledger.word))
  const byMark = Map.groupBy(found, ({ mark }) => mark)
  const lost = [...acknowledged].flatMap(([mark, id]) => {
    const there = byMark.get(mark) ?? []
    return there.length === 1 && there[0]?.id === id
      ? []
      : [`${kind} ${mark}: told as ${id}, there ${there.length} times`]
  })
  const untold = found
    .filter(({ mark }) => !acknowledged.has(mark))
    .map(({ mark }) => `${kind} ${mark}: is there and nobody was told`)
  return [...lost, ...untold]
}

async function compareStates({ rows }: Stage, ledger: Ledger): Promise<string[]> {
  const states = await rows<{ id: number; sent: boolean; by_client: boolean }>(
    'select id, sent_at is not null as sent, by_client from agreements',
  )
  const byId = new Map(states.map((one) => [one.id, one]))
  const texts = await rows<{ id: number; description: string }>('select id, description from requests')
  const described = new Map(texts.map(({ id, description }) => [id, description]))
  return [
    ...[...ledger.sent].flatMap(([mark, id]) => (byId.get(id)?.sent ? [] : [`agreement ${mark}: told as sent`])),
    ...[...ledger.agreed].flatMap(([mark, id]) =>
      byId.get(id)?.by_client ? [] : [`agreement ${mark}: told as agreed`],
    ),
    ...[...ledger.described].flatMap(([id, words]) =>
      described.get(id) === words ? [] : [`description of request ${id}: told as saved`],
    ),
  ]
}

/** Downloads every file and compares it with what was sent. */
async function compareFiles({ products }: Stage, { files }: Ledger): Promise<string[]> {
  const token = await signIn(products, 'manager')
  const faults: string[] = []
  for (const { id, sha256 } of files) {
    const reply = await fetch(`${products[0]?.url}/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const is = createHash('sha256').update(bytes).digest('hex')
    if (is !== sha256) faults.push(`file ${id}: ${reply.status}, ${bytes.length} bytes that differ from those sent`)
  }
  return faults
}

/** Compares the letters that arrived with the expected ones. */
async function compareLetters({ rows, smtp, demoDeliveries }: Stage, ledger: Ledger): Promise<Compared> {
  const due = await rows<DeliveryRow>(
    `select id, kind, target, state, entity, entity_id, last_error, needless from deliveries
     where id > ${demoDeliveries} and kind = 'mail'`,
  )
  return lettersCompared(due, await smtp.taken(), ledger)
}

/** Compares the copies on the file server byte for byte, and checks that there is nothing else. */
async function compareCopies(stage: Stage, { published }: Ledger): Promise<Compared> {
  const all = await stage.rows<{ target: string; sha256: string; state: string; entity_id: number }>(
    `select d.target, f.sha256, d.state, d.entity_id from deliveries d join files f on f.id = d.file_id
     where d.id > ${stage.demoDeliveries}`,
  )
  const there = await stage.sftp.hashes()
  const due = new Set(all.map(({ target }) => target))
  const ofPublication = Map.groupBy(all, ({ entity_id }) => entity_id)
  const halves = Object.keys(there).filter((path) => path.endsWith('.part')).length
  return {
    figures: { copies: all.length, halves },
    faults: [
      ...all.flatMap(({ target, sha256, state }) =>
        state === 'sent' && there[target] === sha256
          ? []
          : [`copy ${state}, ${there[target] ? 'not whole' : 'not there'}: ${target}`],
      ),
      ...Object.keys(there).flatMap((path) =>
        due.has(path) || path.endsWith('.part') ? [] : [`nobody copied ${path}`],
      ),
      ...published.flatMap(({ id, copies }) => {
        const many = ofPublication.get(id)?.length ?? 0
        return many === copies ? [] : [`publication ${id}: ${many} copies of ${copies}`]
      }),
    ],
  }
}

/** Checks that the search finds what was created. */
async function compareFinding({ products }: Stage, { made }: Ledger): Promise<string[]> {
  const caller = asking(products, await signIn(products, 'manager'), newCallStats())
  const faults: string[] = []
  for (const [mark, id] of [...made.request, ...made.release].slice(-100)) {
    const { body } = await caller.until({ method: 'GET', path: `/finding?search=${mark}` })
    const groups = body['groups'] as { found: { id: number }[] }[]
    if (!groups.some(({ found }) => found.some((one) => one.id === id))) faults.push(`not found by its words: ${mark}`)
  }
  return faults
}

export async function compare(stage: Stage, ledger: Ledger): Promise<Compared> {
  const made = await Promise.all((Object.keys(places) as Made[]).map((kind) => compareMade(stage, ledger, kind)))
  const [letters, copies] = [await compareLetters(stage, ledger), await compareCopies(stage, ledger)]
  return {
    figures: { ...letters.figures, ...copies.figures },
    faults: [
      ...ledger.faults,
      ...made.flat(),
      ...(await compareStates(stage, ledger)),
      ...(await compareFiles(stage, ledger)),
      ...(await compareFinding(stage, ledger)),
      ...(await invariants(stage, ledger)),
      ...letters.faults,
      ...copies.faults,
    ],
  }
}
