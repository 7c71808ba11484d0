/** What the lower parts of the platform need of a logger; pino's is one. */
export interface Log {
  info(text: string): void
  warn(text: string): void
}
