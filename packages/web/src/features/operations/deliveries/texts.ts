import { countOf } from '../../../ui/plural.ts'

const DELIVERIES = ['доставка', 'доставки', 'доставок'] as const

/** «В очереди снова: 3 доставки». */
export const retriedInWords = (count: number): string => `В очереди снова: ${countOf(count, DELIVERIES)}`

export const deliveriesCount = (count: number): string => countOf(count, DELIVERIES)
