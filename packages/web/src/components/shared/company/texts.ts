import { countOf } from '../../../ui/plural.ts'

const COMPANIES = ['компания', 'компании', 'компаний'] as const

/** «5 компаний». */
export const companiesCount = (count: number): string => countOf(count, COMPANIES)
