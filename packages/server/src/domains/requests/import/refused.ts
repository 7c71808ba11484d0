/** The whole import is refused: the message is a Russian sentence for whoever runs it. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  /** What the file has and what was made of it, for whoever says it better. */
  readonly found: { header: string[]; mapping: Record<string, string | undefined> } | undefined

  constructor(message: string, found?: ImportRefused['found']) {
    super(message)
    this.found = found
  }
}
