/** `closedFrom(db, day)`: days on which nobody installs, everybody's, that are not over by then. */
export { closedFrom } from './queries/closed.ts'
/** `closeInside(tx, actor, days)`, `openInside(tx, actor, id)`: closes days and opens them as a part of something larger. */
export { closeInside, openInside } from './commands/closing.ts'
/** `passesAt(of)`, `isOver(of, now)`, `hasPassed(row, now)`: when a date is over, by the one rule there is. */
/** `companyZone(of)`: the zone by whose clocks the company reads dates, in SQL. */
export { companyZone, hasPassed, isOver, passesAt } from './queries/passing.ts'
/** `waitedDays(db, clock, asked)`: how many working days of its company each question has waited. */
export { waitedDays } from './queries/waited.ts'
/** `placesOf(db, ids)`: companies as dates are weighed for them. `zonesOf(db)`: the zones of those that have one. */
export { placesOf, zonesOf } from './queries/places.ts'
/** `objectionsTo(places, wish, facts)`: what speaks against a date. `nearest(places, from, facts)`: the first that fits. */
/** `providersPlace(zone)`: the provider's own days, where no company's count. */
export { clockIn } from './rules/clocks.ts'
export { nearest } from './rules/nearest.ts'
export { objectionsTo, ownWall, providersPlace, type Facts, type Place, type Wish } from './rules/fitting.ts'
/** `specialDays(db)`: days that differ from the ordinary by the production calendar. */
export { specialDays } from './queries/special.ts'
/** `hoursBy(db, companies)`: when companies work, by their own clocks: the only rule of their days and hours. */
export { hoursBy } from './queries/hours.ts'
