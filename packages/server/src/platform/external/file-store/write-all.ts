import type { FileHandle } from 'node:fs/promises'

/** The error of a full disk; a write of zero bytes means the same without an error. */
const noRoom = () => Object.assign(new Error('ENOSPC: the disk took no more'), { code: 'ENOSPC' })

/**
 * Writes all bytes at the given position. A single write may take fewer bytes than it is given, for instance on a disk
 * that is filling up (write(2), "the number of bytes written may be less").
 * @param position in the file, in bytes
 * @throws ENOSPC when the disk takes no more
 */
export async function writeAll(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw noRoom()
    done += bytesWritten
  }
}
