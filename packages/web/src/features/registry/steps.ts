import type { Tone } from '../../ui/Tag.tsx'

/** The colours of the steps created by migrations; steps added by an administrator are grey. */
const tones: Record<number, Tone> = { 2: 'amber', 3: 'blue', 4: 'accent', 5: 'green', 6: 'red' }

export const stepTone = (id: number): Tone => tones[id] ?? 'grey'
