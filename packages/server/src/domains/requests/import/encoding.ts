export interface Decoded {
  text: string
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1251'
}

/**
 * Text of a file that does not say its encoding: UTF-16 by its mark, UTF-8 when every byte fits it,
 * Windows-1251 otherwise (Russian text in it is never valid UTF-8 by chance).
 */
export function decode(bytes: Uint8Array): Decoded {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'Windows-1251' }
  }
}
