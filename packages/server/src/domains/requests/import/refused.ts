/** The whole import is refused. The message is a Russian sentence for the person who runs it. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  /** The header of the file and its mapping, for the person to correct. */
  readonly found: { header: string[]; mapping: Record<string, string | undefined> } | undefined

  constructor(message: string, found?: ImportRefused['found']) {
    super(message)
    this.found = found
  }
}
