/** One file of an archive. Its pieces are compressed as they come and never kept. */
export interface ZipEntry {
  /** Latin letters only. */
  name: string
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}
