/** `closedFrom(db, day)`: everybody's closed days that are not over by then. */
export { closedFrom } from './queries/closed.ts'
/**
 * `closeInside(tx, actor, days)`, `openInside(tx, actor, id)`: close days and open them again as part of a larger
 * transaction.
 */
export { closeInside, openInside } from './commands/closing.ts'
/** `passesAt(of)`, `isOver(of, now)`, `hasPassed(row, now)`: when a date has passed, by a single rule. */
/** `companyZone(of)`, `companyDay(of)`: the company's own time zone, and the day of a date by its clock, in SQL. */
export { companyDay, companyZone, hasPassed, isOver, passesAt } from './queries/passed-dates.ts'
/** `waitedDays(db, clock, all)`: for how many working days of its company each question has waited. */
export { waitedDays } from './queries/waited.ts'
/**
 * `placesOf(db, ids)`: companies with the data that dates are checked against. `zonesOf(db)`: the time zones of
 * companies that have their own.
 */
export { placesOf, zonesOf } from './queries/places.ts'
/** `noteFollowers(tx, actor, change)`: records which companies follow another zone of the installation. */
export { noteFollowers } from './commands/zones.ts'
/**
 * `objectionsTo(places, wish, facts)`: the objections to a date. `nearest(places, from, facts)`: the first date without
 * any. `lastSearched(from, plan_date)`: how far it searches.
 */
/** `providersPlace(zone)`: the provider's own days, used when there is no company. */
export { clockIn } from './rules/clocks.ts'
export { lastSearched, nearest } from './rules/nearest.ts'
export {
  isPast,
  objectionsTo,
  ownWall,
  providersPlace,
  type Facts,
  type Place,
  type Wish,
} from './rules/date-objections.ts'
/**
 * `warningsOf(counted, calendar)`: what a day counted by the production calendar does not take into account; `unfilledIn`:
 * which years nobody has filled.
 */
export { unfilledIn, warningsOf } from './rules/unfilled.ts'
/** `specialDays(db)`: days that the production calendar makes different from ordinary ones. */
export { specialDays } from './queries/special.ts'
/** `insteadInWords(names)`: for whom a substitute did something. */
export { insteadInWords } from './rules/substitutes-in-words.ts'
/** `hoursBy(db, companies)`: when companies work, by their own clocks: the only rule of their days and hours. */
export { hoursBy } from './queries/hours.ts'
