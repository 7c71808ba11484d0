export interface Asked {
  minutes: number
  /** The same seed makes the same calls in the same order. */
  seed: number
}

export interface Proof {
  /** What was done, in numbers. */
  figures: Record<string, number | string>
  /** One sentence for each thing lost, leaked or failed, the same once. */
  faults: string[]
}

export type Part = (asked: Asked) => Promise<Proof>
