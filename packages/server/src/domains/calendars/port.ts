/** `closedFrom(db, day)`: days on which nobody installs, everybody's, that are not over by then. */
export { closedFrom } from './queries/closed.ts'
/** `closeInside(tx, actor, days)`, `openInside(tx, actor, id)`: closes days and opens them as a part of something larger. */
export { closeInside, openInside } from './commands/closing.ts'
/** `passesAt(of)`, `isOver(of, now)`, `hasPassed(row, now)`: when a date is over, by the one rule there is. */
export { hasPassed, isOver, passesAt } from './queries/passing.ts'
/** `waitedDays(db, clock, asked)`: how many working days of its company each question has waited. */
export { waitedDays } from './queries/waited.ts'
