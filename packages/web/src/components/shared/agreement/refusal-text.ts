import { isApiError, sentenceOf } from '../../../api/api-error.ts'

/** Returns the first field's error if there is one, otherwise the refusal's sentence. */
export const refusalText = (error: unknown): string =>
  (isApiError(error) ? Object.values(error.errors)[0]?.[0] : undefined) ?? sentenceOf(error)
