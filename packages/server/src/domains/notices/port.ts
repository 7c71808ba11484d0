/** `deliveryMatters`: what has not arrived and waits for staff. */
export { deliveryMatters } from './queries/waiting.ts'
/** `hrefOf`: where a thing is read, by staff or by a client. */
export { hrefOf } from './rules/links.ts'
