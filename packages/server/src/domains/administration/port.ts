export { giveAdministration } from './commands/console.ts'
/**
 * For a directory that changes people as an administrator would: `keepFurther` and `blockFurther` apply the change to
 * the person's accounts in further companies, `emitPersonChange` emits the event for open screens.
 */
export { blockFurther, keepFurther } from './commands/memberships.ts'
export { emitPersonChange } from './commands/changed-person.ts'
/** `goOnWithNext(tx, actor, person)`: lets a person whose first company is hidden go on with the next one. */
export { goOnWithNext } from './commands/first-company.ts'
