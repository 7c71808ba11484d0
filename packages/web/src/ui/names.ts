const ENTITIES: Record<string, string> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  '#39': "'",
  laquo: '«',
  raquo: '»',
}

/** Company names may hold encoded quotes (api.md, Company); decoded once, for display only. */
export const decodeName = (name: string): string =>
  name.replaceAll(/&(quot|amp|lt|gt|apos|#39|laquo|raquo);/g, (whole, entity: string) => ENTITIES[entity] ?? whole)

/** «Анна Иванова» → «АИ». */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
