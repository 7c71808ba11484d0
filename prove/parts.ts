import type { Part } from './part.ts'

/** The parts by their names, each loaded when it is asked for. */
export const parts: Record<string, () => Promise<Part>> = {
  rights: async () => (await import('./rights/run.ts')).rights,
  fuzz: async () => (await import('./fuzz/run.ts')).fuzz,
}
