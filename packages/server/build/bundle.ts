import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { bundleDir, freshBundle, sourcesHash, stampBundle } from '../src/platform/runtime/bundle.ts'

/** Bundles the server if its sources have changed since (docs/decisions/0169). */
if (freshBundle() === undefined) {
  process.stdout.write('Собираю сервер…\n')
  const from = performance.now()
  const hash = sourcesHash()
  // A half-made bundle has no stamp.
  rmSync(bundleDir, { recursive: true, force: true })
  await build({ root: join(import.meta.dirname, '..'), logLevel: 'warn' })
  stampBundle(hash)
  process.stdout.write(`  готово за ${((performance.now() - from) / 1000).toFixed(1)} с\n`)
}
