import { spawn } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const project = resolve(import.meta.dirname, '../..')
const bin = join(project, 'node_modules/.bin')

/** As inside an npm script: programs of the packages first, the Node.js that comes with them among them. */
export const environment = () => ({ ...process.env, PATH: bin + delimiter + process.env.PATH })

const isWindows = process.platform === 'win32'

/**
 * Runs a program in the project.
 * @param {{ env?: object, show?: boolean, onStart?: (pid: number) => void, onExit?: (code: number | null) => Promise<void> }} options
 * with `onStart` the program gets a process group of its own, and is told of; `onExit` ends what the program left
 * running, which would hold its output open
 * @returns {Promise<{ code: number, output: string }>} the exit code and all it said
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

/** Says in a line what begins, and how long it took; a failure of what is needed is shown whole and ends the process. */
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
