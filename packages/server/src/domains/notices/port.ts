/** `deliveryMatters`: failed deliveries that wait for staff. */
export { deliveryMatters } from './queries/waiting.ts'
/** `hrefOf`: the address where staff or a client open a thing. */
export { hrefOf } from './queries/links.ts'
/** `rewriteMatters(tx, { from, to })`: rewrites the questions about dates for another zone of the installation. */
export { rewriteMatters } from './commands/zones.ts'
