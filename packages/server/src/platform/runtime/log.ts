/** What the lower layers of the platform need from a logger; pino's has it. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
