/** The embedded database cannot start: the message is a Russian sentence saying what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
