/** Runs the server from its sources, restarted at each change, and the pages, updated in place: http://localhost:5173 */
import { spawn } from 'node:child_process'
import { environment, project } from './steps/run.mjs'

const programs = [
  ['node', ['--watch', '--watch-preserve-output', 'packages/server/src/start.ts']],
  ['vite', ['packages/web']],
]
const children = programs.map(([command, args]) =>
  spawn(command, args, { cwd: project, env: environment(), stdio: 'inherit' }),
)

// Ctrl+C reaches the whole group; each program ends when it is ready, and this one after them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')))
for (const child of children) {
  child.once('exit', () => children.forEach((other) => other.kill('SIGTERM')))
}
