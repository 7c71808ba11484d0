/** Compound files (MS-CFB): workbooks from before 2007, and newer ones that are locked with a password. */

export const isCompound = ([first, second, third, fourth]: Uint8Array) =>
  first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0

/** The name of the part that a locked workbook is in. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_WORKBOOK = 'Это файл старого Excel (.xls). Сохраните его как .xlsx или CSV'
const LOCKED_WORKBOOK = 'Файл Excel защищён паролем. Снимите пароль и сохраните его заново или выгрузите CSV'

/** Why a compound file is not read. */
export async function compoundReason(chunks: AsyncIterable<Buffer>): Promise<string> {
  let before = Buffer.alloc(0)
  for await (const chunk of chunks) {
    // The name may begin in one chunk and end in the next.
    const bytes = Buffer.concat([before, chunk])
    if (bytes.includes(LOCKED)) return LOCKED_WORKBOOK
    before = bytes.subarray(-LOCKED.length)
  }
  return OLD_WORKBOOK
}
