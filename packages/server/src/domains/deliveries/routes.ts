/** No endpoints: the rooms that send things have their own. Exports what monitoring reads about deliveries. */
export { undelivered } from './queries.ts'
