import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { isHopeless, NO_DEATHS, pauseAfter, streakAfter, type Streak } from './deaths.ts'
import type { WorkerCounts } from './figures.ts'
import { closeWhatIsLost } from './handing-over.ts'
import { END, isFromWorker } from './messages.ts'

interface KeepingOptions {
  log: FastifyBaseLogger
  /** The first of them serves. */
  onOpen: () => void
  /** All of it has to end: why, for whoever has started it. */
  onHopeless: (sentence: string) => void
}

interface Running {
  worker: Worker
  /** For what it keeps of large things: nothing of a worker that was killed stays. */
  folder: string
  servingSince: number | null
  refusal: string | null
}

const GAVE_UP =
  'Рабочие процессы (WORKERS) один за другим завершаются сразу после запуска. Причина – в журнале выше; ' +
  'если её там нет, процессам не хватает памяти'

/** Workers that share a port, each in the place of the one that has ended (docs/decisions/0121). */
export class Workers {
  readonly #wanted: number
  readonly #options: KeepingOptions
  readonly #running = new Map<number, Running>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  #streak: Streak = NO_DEATHS
  #isOpen = false
  #isEnding = false

  /** @param wanted how many */
  constructor(wanted: number, options: KeepingOptions) {
    this.#wanted = wanted
    this.#options = options
    // Whatever ends this process, none of them stays; one that is held does not hear that the channel is gone.
    process.on('exit', () => this.#running.forEach(({ worker }) => worker.process.kill('SIGKILL')))
    for (let number = 1; number <= wanted; number += 1) this.#start(number)
  }

  count(): WorkerCounts {
    const serving = [...this.#running.values()].filter(({ servingSince }) => servingSince !== null)
    return { wanted: this.#wanted, serving: serving.length }
  }

  /** Lets each finish what it has begun, and resolves when none is left. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#pauses.forEach(clearTimeout)
    const ended = [...this.#running.values()].map(async ({ worker }) => {
      const exit = once(worker, 'exit')
      if (worker.isConnected()) worker.send(END)
      await exit
    })
    await Promise.all(ended)
  }

  #start(number: number): void {
    const folder = mkdtempSync(join(tmpdir(), 'vypusk-worker-'))
    // Who looks at the list of processes sees which is which.
    cluster.setupPrimary({ args: ['worker', String(number)] })
    // What the file of settings said has become this process's own: each replacement has the same.
    const worker = cluster.fork({ VYPUSK_ENV_FILE: '', TMPDIR: folder, TEMP: folder, TMP: folder })
    const running: Running = { worker, folder, servingSince: null, refusal: null }
    this.#running.set(number, running)
    closeWhatIsLost(worker)
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return
      if (message.type === 'vypusk:refused') running.refusal = message.sentence
      else this.#open(running)
    })
    // A channel that breaks is followed by the end.
    worker.on('error', (err) => this.#options.log.warn({ err, worker: number }, 'a worker'))
    worker.once('exit', (code, signal) => this.#ended(number, running, signal ?? code))
  }

  #open(running: Running): void {
    running.servingSince = performance.now()
    if (this.#isOpen) return
    this.#isOpen = true
    this.#options.onOpen()
  }

  #ended(number: number, { folder, servingSince, refusal }: Running, how: number | string): void {
    this.#running.delete(number)
    rmSync(folder, { recursive: true, force: true })
    if (this.#isEnding) return
    const { log, onHopeless } = this.#options
    const servedMs = servingSince === null ? 0 : performance.now() - servingSince
    this.#streak = streakAfter(this.#streak, servedMs, refusal !== null)
    const isAlone = this.count().serving === 0
    if (refusal !== null && isAlone) return onHopeless(refusal)
    if (isHopeless(this.#streak)) return onHopeless(GAVE_UP)
    const pauseMs = pauseAfter(this.#streak)
    log.error({ worker: number, how, refusal, pauseMs }, 'A worker has ended: another takes its place')
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      this.#start(number)
    }, pauseMs)
    this.#pauses.add(pause)
  }
}
