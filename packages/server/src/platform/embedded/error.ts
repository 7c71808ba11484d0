/** The embedded database cannot start. The message is a Russian sentence that says what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
