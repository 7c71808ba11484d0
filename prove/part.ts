export interface ProofOptions {
  minutes: number
  /** The same seed makes the same calls in the same order. */
  seed: number
}

/** Says now and then how far it is, beside the figures at its end; what it answers with stops that. */
export function progress(report: () => string): () => void {
  const timer = setInterval(() => console.error(report()), TELL_EVERY_MS)
  return () => clearInterval(timer)
}
const TELL_EVERY_MS = 30_000

export interface Proof {
  /** What was done, in numbers. */
  figures: Record<string, number | string>
  /** One sentence for each thing lost, leaked or failed, the same once. */
  faults: string[]
}

export type Part = (options: ProofOptions) => Promise<Proof>
