import { AggregatorRegistry, Gauge, Registry } from 'prom-client'

export interface WorkerCounts {
  /** As WORKERS says. */
  wanted: number
  /** Of them, those that answer calls now. */
  serving: number
}

/** What the process that keeps workers tells of them. */
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

/** The figures of all workers as those of one process, each as its `aggregator` says, and those of their number. */
export function figuresOfAll(count: () => WorkerCounts): () => Promise<string> {
  const [own, all] = [figuresOfWorkers(count), new AggregatorRegistry()]
  return async () => `${await own.metrics()}\n${await all.clusterMetrics()}`
}
