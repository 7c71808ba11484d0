import * as z from 'zod'

/** Settings for the second factor used with passwords kept here (docs/decisions/0048). */
export interface FactorSettings {
  /** `off`: nobody needs one; `optional`: people who have set one up; the other values name who must have one. */
  secondFactor: (typeof demands)[number]
  /**
   * Keys for secrets that have to be readable again. The first one encrypts; the others only decrypt what they
   * encrypted earlier.
   */
  secretsKeys: string[]
}

const demands = ['off', 'optional', 'admin', 'staff', 'all'] as const
const LEAST_KEY = 32
const listed = (text: string) => text.split(',').map((key) => key.trim())

export const factorVariables = {
  SECOND_FACTOR: z.enum(demands).default('optional'),
  SECRETS_KEY: z
    .string()
    .transform(listed)
    .refine((keys) => keys.every((key) => key.length >= LEAST_KEY))
    .default([]),
}

export const factorExpected: Record<keyof typeof factorVariables, string> = {
  SECOND_FACTOR: `одно из слов ${demands.join(', ')}`,
  SECRETS_KEY: `ключ не короче ${LEAST_KEY} знаков; при смене – новый и прежний через запятую`,
}

interface Set {
  SECOND_FACTOR: FactorSettings['secondFactor']
  SECRETS_KEY: string[]
}

export const factorsOf = (set: Set): FactorSettings => ({
  secondFactor: set.SECOND_FACTOR,
  secretsKeys: set.SECRETS_KEY,
})
