/**
 * `tryPart`, `mayCheck`, `setUp`: check the parts of an installation, for the command that does so without a running
 * system.
 */
export { tryPart } from './commands/parts.ts'
export { mayCheck } from './policy.ts'
export { setUp } from './queries/settings.ts'
