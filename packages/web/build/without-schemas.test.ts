import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSchemas } from './without-schemas.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')

test('keeps only the method and path of an endpoint', () => {
  const whole = `export const add = endpoint({
    method: 'POST',
    path: '/requests/:id',
    access: 'staff',
    creates: true,
    summary: 'Adds.',
    body: z.object({ title: z.string() }),
  })`
  expect(withoutSchemas(whole)).toBe("export const add = ({ method: 'POST', path: '/requests/:id', creates: true })")
})

test('makes computed values droppable and leaves plain ones as they are', () => {
  expect(withoutSchemas('const id = z.int().max(MOST)')).toBe(
    'const id = /* @__PURE__ */ (() => (z.int().max(MOST)))()',
  )
  const plain =
    "export const kinds = ['a', 'b'] as const\nexport const most = 5\nexport const twice = (n: number) => n * 2"
  expect(withoutSchemas(plain)).toBe(plain)
})

test('refuses an endpoint whose method is not written literally', () => {
  expect(() => withoutSchemas("const one = endpoint({ ...common, path: '/a' })")).toThrow('its method and path')
})

test('no endpoint of the contract keeps its schemas', async () => {
  const isModule = (file: string) => /(?<!\.test)\.ts$/.test(file) && file !== 'endpoint.ts'
  const files = (await readdir(CONTRACT, { recursive: true })).filter(isModule)
  const modules = await Promise.all(files.map((file) => readFile(join(CONTRACT, file), 'utf8')))
  const endpoints = modules.join('\n').match(/= endpoint\(/g) ?? []
  expect(endpoints.length).toBeGreaterThan(200)
  expect(modules.map(withoutSchemas).join('\n')).not.toMatch(/= endpoint\(/)
})
