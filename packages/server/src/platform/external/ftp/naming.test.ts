import { expect, test } from 'vitest'
import { giveName } from './naming.ts'
import type { Session } from './session.ts'

/** What is left of a file that a copy replaces, whatever the server refuses. */

const [HALF, FINAL] = ['.vypusk-1.part', 'update.zip']

/** A server that refuses some renames. */
function serverWith(refuses: (from: string, to: string, there: Map<string, string>) => boolean) {
  const there = new Map([
    [HALF, 'новое'],
    [FINAL, 'прежнее'],
  ])
  const session: Session = {
    sizeOf: async (path) => there.get(path)?.length,
    rename: async (from, to) => {
      if (refuses(from, to, there)) throw new Error('550 refused')
      there.set(to, there.get(from) ?? '')
      there.delete(from)
    },
    remove: async (path) => void there.delete(path),
    makeFolder: async () => {},
    write: async () => {},
    close: () => {},
  }
  return { session, files: () => Object.fromEntries(there) }
}

test('a server that replaces no files gets the new one in the place of the former one', async () => {
  const { session, files } = serverWith((_, to, there) => there.has(to))
  await giveName(session, HALF, FINAL, true)
  expect(files()).toEqual({ [FINAL]: 'новое' })
})

test.each<[string, (from: string, to: string) => boolean]>([
  ['any rename', () => true],
  ['the name itself', (from) => from === HALF],
])('the former file stays when the server refuses %s', async (_, refuses) => {
  const { session, files } = serverWith(refuses)
  await expect(giveName(session, HALF, FINAL, true)).rejects.toThrow('550')
  expect(files()).toEqual({ [HALF]: 'новое', [FINAL]: 'прежнее' })
})

test('a file of somebody else is not replaced', async () => {
  const { session, files } = serverWith((_, to, there) => there.has(to))
  await expect(giveName(session, HALF, FINAL, false)).rejects.toMatchObject({ name: 'NameTaken' })
  expect(files()).toEqual({ [HALF]: 'новое', [FINAL]: 'прежнее' })
})

test('a connection that broke is reported as it is', async () => {
  const { session } = serverWith(() => true)
  const broken = { ...session, sizeOf: () => Promise.reject(new Error('closed')) }
  await expect(giveName(broken, HALF, FINAL, false)).rejects.toThrow('550')
})
