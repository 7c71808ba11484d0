import { run } from './run.mjs'

/**
 * Bundles the server if it was bundled from other sources than those on disk. Without the bundle it starts from its
 * sources, only later.
 */
export async function bundleServer() {
  const { code, output } = await run('node', ['packages/server/build/bundle.ts'], { show: true })
  if (code !== 0) console.error(`Сервер не собрался и запустится из исходников:\n${output}`)
}
