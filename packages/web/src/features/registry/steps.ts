import type { Tone } from '../../ui/Tag.tsx'

/** Colours of the steps the migrations lay; one an administrator adds is grey. */
const tones: Record<number, Tone> = { 2: 'amber', 3: 'blue', 4: 'accent', 5: 'green', 6: 'red' }

export const stepTone = (id: number): Tone => tones[id] ?? 'grey'
