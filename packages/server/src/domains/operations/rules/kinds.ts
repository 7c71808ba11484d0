import { audit } from '@vypusk/contract'

/** The names of kinds of things, by the kinds that have a history. */
export const KINDS = new Map<string, string>(audit.auditEntities.map(({ entity, name }) => [entity, name]))
