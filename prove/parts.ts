import type { Part } from './part.ts'

/** The parts by their names, each loaded when it is needed. */
export const parts: Record<string, () => Promise<Part>> = {
  rights: async () => (await import('./rights/run.ts')).rights,
  kills: async () => (await import('./kills/run.ts')).kills,
  faults: async () => (await import('./faults/run.ts')).faults,
  fuzz: async () => (await import('./fuzz/run.ts')).fuzz,
  model: async () => (await import('./model/run.ts')).model,
}
