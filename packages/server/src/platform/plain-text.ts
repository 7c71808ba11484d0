const ENTITIES: Record<string, string> = { '&quot;': '"', '&laquo;': '«', '&raquo;': '»', '&#39;': "'", '&amp;': '&' }

/** Company names may hold encoded quotes (api.md, "Shared shapes"): decoded for reading. */
export const plainName = (name: string): string =>
  name.replace(/&(?:quot|laquo|raquo|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** A line that fits into a subject: no line breaks, no control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** `2026-03-05` as «05.03.2026». */
export const dayInWords = (day: string): string => day.split('-').toReversed().join('.')
