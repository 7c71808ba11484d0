export interface ProofOptions {
  minutes: number
  /** The same seed makes the same calls in the same order. */
  seed: number
}

/** Prints the progress regularly, in addition to the figures at the end. @returns a function that stops it */
export function progress(report: () => string): () => void {
  const timer = setInterval(() => console.error(report()), TELL_EVERY_MS)
  return () => clearInterval(timer)
}
const TELL_EVERY_MS = 30_000

export interface Proof {
  /** What was done, in figures. */
  figures: Record<string, number | string>
  /** One sentence for each thing that was lost, leaked or failed, without repetitions. */
  faults: string[]
}

export type Part = (options: ProofOptions) => Promise<Proof>
