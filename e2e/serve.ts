/** Runs the product for these tests; it stops when the process that started it ends, however that ends. */
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
await import('../packages/server/src/main.ts')
