/** No endpoints: rooms that send things have theirs. What monitoring is told of what was sent. */
export { undelivered } from './queries.ts'
