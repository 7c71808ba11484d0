const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const
const STEP = 1024

/** Formats bytes for people: 1536 → «1,5 КБ»; three significant digits are enough. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)))
  const value = bytes / STEP ** unit
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: digits })} ${UNITS[unit]}`
}
