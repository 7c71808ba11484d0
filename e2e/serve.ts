/** The product as these tests run it: it ends with whoever started it, however that ends. */
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
await import('../packages/server/src/main.ts')
