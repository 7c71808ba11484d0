/** The whole import is refused: the message is a Russian sentence for whoever runs it. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
