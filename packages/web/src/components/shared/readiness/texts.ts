import { plural } from '../../../ui/plural.ts'

const AGREED = ['согласовала', 'согласовали', 'согласовали'] as const

/** «3 из 5 согласовали», or that no approval is needed. */
export const readinessInWords = ({ agreed, expected }: { agreed: number; expected: number }): string =>
  expected === 0 ? 'Согласование не нужно' : `${agreed} из ${expected} ${plural(agreed, AGREED)}`
