import { config, listOf, resourceTypes, schemas } from '../rules/schemas.ts'

/** What the server says of itself to the directory; it is the same for everybody and reads no data. */
export const ownConfig = async (): Promise<object> => config

export const ownResourceTypes = async (): Promise<object> => listOf(resourceTypes, resourceTypes.length)

export const ownSchemas = async (): Promise<object> => listOf(schemas, schemas.length)
