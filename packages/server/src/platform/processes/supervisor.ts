import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { folderOfProcess } from '../runtime/temp-folder.ts'
import { isHopeless, NO_DEATHS, workerPauseAfter, streakAfter, type Streak } from './deaths.ts'
import type { WorkerCounts } from './figures.ts'
import { closeWhatIsLost } from './handing-over.ts'
import { END, isFromWorker } from './messages.ts'

interface SupervisorOptions {
  log: FastifyBaseLogger
  /** Called when the first worker serves. */
  onOpen: () => void
  /** Called when everything has to end, with the reason for the person who started it. */
  onHopeless: (sentence: string) => void
}

interface Running {
  worker: Worker
  /** Removes its temporary folder, so that nothing of a killed worker is left behind. */
  removeFolder: () => void
  servingSince: number | null
  refusal: string | null
}

const GAVE_UP =
  'Рабочие процессы (WORKERS) один за другим завершаются сразу после запуска. Причина – в журнале выше; ' +
  'если её там нет, процессам не хватает памяти'

/** Keeps workers that share a port, replacing each one that exits (docs/decisions/0121). */
export class Workers {
  readonly #wanted: number
  readonly #options: SupervisorOptions
  readonly #running = new Map<number, Running>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  #streak: Streak = NO_DEATHS
  #isOpen = false
  #isEnding = false

  /** @param wanted how many workers */
  constructor(wanted: number, options: SupervisorOptions) {
    this.#wanted = wanted
    this.#options = options
    // However this process ends, no worker survives it; a blocked one would not notice that the channel is closed.
    process.on('exit', () => {
      this.#kill()
      this.#running.forEach(({ removeFolder }) => removeFolder())
    })
    for (let number = 1; number <= wanted; number += 1) this.#start(number)
  }

  count(): WorkerCounts {
    const serving = [...this.#running.values()].filter(({ servingSince }) => servingSince !== null)
    return { wanted: this.#wanted, serving: serving.length }
  }

  /**
   * Lets all workers finish what they have begun. Resolves when none is left.
   * @param patienceMs after which those still running are killed: a suspended worker would otherwise keep the database
   *   from being stopped
   */
  async end(patienceMs: number): Promise<void> {
    this.#isEnding = true
    const killing = setTimeout(() => this.#kill(), patienceMs)
    this.#pauses.forEach(clearTimeout)
    const ended = [...this.#running.values()].map(async ({ worker }) => {
      const exit = once(worker, 'exit')
      if (worker.isConnected()) worker.send(END)
      await exit
    })
    await Promise.all(ended)
    clearTimeout(killing)
  }

  #kill(): void {
    this.#running.forEach(({ worker }) => worker.process.kill('SIGKILL'))
  }

  #start(number: number): void {
    const { path: folder, remove: removeFolder } = folderOfProcess()
    // Shows the worker's number in the list of processes.
    cluster.setupPrimary({ args: ['worker', String(number)] })
    // The settings file has been loaded into this process's environment, so that every replacement gets the same
    // settings.
    const worker = cluster.fork({ VYPUSK_ENV_FILE: '', TMPDIR: folder, TEMP: folder, TMP: folder })
    const running: Running = { worker, removeFolder, servingSince: null, refusal: null }
    this.#running.set(number, running)
    closeWhatIsLost(worker)
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return
      if (message.type === 'vypusk:refused') running.refusal = message.sentence
      else this.#open(running)
    })
    // After a broken channel the worker's exit follows.
    worker.on('error', (err) => this.#options.log.warn({ err, worker: number }, 'a worker'))
    worker.once('exit', (code, signal) => this.#ended(number, running, signal ?? code))
  }

  #open(running: Running): void {
    running.servingSince = performance.now()
    if (this.#isOpen) return
    this.#isOpen = true
    this.#options.onOpen()
  }

  #ended(number: number, { removeFolder, servingSince, refusal }: Running, how: number | string): void {
    this.#running.delete(number)
    removeFolder()
    if (this.#isEnding) return
    const { log, onHopeless } = this.#options
    const servedMs = servingSince === null ? 0 : performance.now() - servingSince
    this.#streak = streakAfter(this.#streak, servedMs, refusal !== null)
    const isAlone = this.count().serving === 0
    if (refusal !== null && isAlone) return onHopeless(refusal)
    if (isHopeless(this.#streak)) return onHopeless(GAVE_UP)
    const pauseMs = workerPauseAfter(this.#streak)
    log.error({ worker: number, how, refusal, pauseMs }, 'A worker has ended: another takes its place')
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      this.#start(number)
    }, pauseMs)
    this.#pauses.add(pause)
  }
}
