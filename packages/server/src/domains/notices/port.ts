/** `deliveryMatters`: what has not arrived and waits for staff. */
export { deliveryMatters } from './queries/waiting.ts'
