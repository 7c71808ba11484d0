/** Quotes, slashes, brackets and the like, which the brief (section 5) wants out of sight. */
const SPECIAL = /["'`«»“”„‘’\\/|<>()[\]{}*?:;^~]+/g

/**
 * A string for display only: the stored name and its bytes stay as they are.
 * @example sanitizeName('акт "приёмки" [v2].pdf') // акт приёмки v2.pdf
 */
export const sanitizeName = (name: string): string =>
  name
    .replaceAll(SPECIAL, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim()
