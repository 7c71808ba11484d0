import { AggregatorRegistry, Gauge, Registry } from 'prom-client'

export interface WorkerCounts {
  /** The setting WORKERS. */
  wanted: number
  /** How many of them answer calls now. */
  serving: number
}

/** Metrics of the main process about its workers. */
export function figuresOfWorkers(count: () => WorkerCounts): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  gauge('vypusk_workers_wanted', 'Processes that shall answer calls; nothing where there is one.', () => count().wanted)
  gauge('vypusk_workers_serving', 'Processes that answer calls; nothing where there is one.', () => count().serving)
  return registry
}

/** The metrics of all workers combined as each `aggregator` says, and those about their number. */
export function figuresOfAll(count: () => WorkerCounts): () => Promise<string> {
  const [own, all] = [figuresOfWorkers(count), new AggregatorRegistry()]
  return async () => `${await own.metrics()}\n${await all.clusterMetrics()}`
}
