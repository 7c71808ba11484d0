import { spawn } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const project = resolve(import.meta.dirname, '../..')
const bin = join(project, 'node_modules/.bin')

/** Returns the environment of an npm script: programs of the packages come first in PATH, including their Node.js. */
export const environment = () => ({ ...process.env, PATH: bin + delimiter + process.env.PATH })

const isWindows = process.platform === 'win32'

/**
 * Runs a program in the project.
 * @param {{ env?: object, show?: boolean, onStart?: (pid: number) => void, onExit?: (code: number | null) =>
 *   Promise<void> }} options with `onStart` the program gets its own process group, and `onStart` receives its pid;
 *   `onExit` stops what the program left running, which would keep its output open
 * @returns {Promise<{ code: number, output: string }>} the exit code and the whole output
 */
export function run(command, args, { env = {}, show = false, onStart, onExit } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: project,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
      detached: onStart !== undefined && !isWindows,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (show) process.stdout.write(text)
      })
    }
    if (child.pid) onStart?.(child.pid)
    let left
    child.once('exit', (code) => (left = onExit?.(code)))
    child.on('error', (error) => done({ code: 1, output: `${output}${command}: ${error.message}` }))
    child.on('close', async (code) => {
      await left
      done({ code: code ?? 1, output })
    })
  })
}

/**
 * Prints what begins and how long it took. If work that is needed fails, its whole output is shown and the process
 * exits.
 */
export async function stage(title, work, { isNeeded = true } = {}) {
  const from = performance.now()
  console.log(`${title}…`)
  const { code, output } = await work()
  if (code !== 0 && !isNeeded) return console.log('  не получилось, обойдёмся без этого')
  if (code !== 0) {
    console.error(output)
    console.error(`${title}: не получилось`)
    process.exit(1)
  }
  console.log(`  готово за ${((performance.now() - from) / 1000).toFixed(1)} с`)
}
