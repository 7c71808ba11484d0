import fs, { statSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Loaded into a process of the product before it starts: a file controls how its clock and its disk behave.
 * {"clockMs": how far the clock is off, "shortWrites": whether a write may accept only a part of its data}
 */

const PATH = process.env.PROVE_FAULTS ?? ''
let read = { mtimeMs: 0, clockMs: 0, shortWrites: false }

function now() {
  try {
    const { mtimeMs } = statSync(PATH)
    if (mtimeMs !== read.mtimeMs) read = { ...JSON.parse(readFileSync(PATH, 'utf8')), mtimeMs }
  } catch {
    // The file is being written: keep the previous values.
  }
  return read
}

const Ours = Date
globalThis.Date = class extends Ours {
  constructor(...given) {
    if (given.length === 0) super(Ours.now() + now().clockMs)
    else super(...given)
  }
  static now() {
    return Ours.now() + now().clockMs
  }
}

/** Returns half of the length now and then, like a disk that is filling up. */
const some = (length) => (length > 1 && now().shortWrites && Math.random() < 0.5 ? Math.ceil(length / 2) : length)

const { write } = fs
fs.write = (fd, buffer, offset, length, ...rest) =>
  typeof length === 'number'
    ? write(fd, buffer, offset, some(length), ...rest)
    : write(fd, buffer, offset, length, ...rest)

const handle = await open(process.execPath)
const prototype = Object.getPrototypeOf(handle)
await handle.close()
const { write: writeHandle } = prototype
prototype.write = function shortened(buffer, offset, length, ...rest) {
  if (typeof length !== 'number') return writeHandle.call(this, buffer, offset, length, ...rest)
  return writeHandle.call(this, buffer, offset, some(length), ...rest)
}
