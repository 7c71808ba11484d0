import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { PATIENT } from '../../testing/patience.ts'
import { isAlive } from '../embedded/process.ts'
import { endPrograms, runProgram } from './programs.ts'

const programs = JSON.stringify(new URL('programs.ts', import.meta.url).href)

test('a program reports how it ended, and ends with the process that started it, even when that is killed', async () => {
  const folder = await temporaryFolder('programs')
  const file = async (name: string, text: string) => {
    const path = join(folder.path, name)
    await writeFile(path, text)
    return pathToFileURL(path)
  }
  const short = await file('short.mjs', 'console.log(process.env.WORD, process.argv[2]); process.exitCode = 3')
  expect(await runProgram(short, ['two'], { WORD: 'one' })).toEqual({
    code: 3,
    signal: null,
    isEndedHere: false,
    out: 'one two\n',
    error: '',
  })

  const pidFile = join(folder.path, 'pid')
  const long = await file(
    'long.mjs',
    `import { writeFileSync } from 'node:fs'
    import { endWithParent } from ${programs}
    endWithParent()
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    setInterval(() => {}, 1000)`,
  )
  const pid = async () => Number(await readFile(pidFile, 'utf8').catch(() => ''))
  const running = runProgram(long, [], {})
  await expect.poll(pid, PATIENT).toBeGreaterThan(0)
  endPrograms()
  expect(await running).toMatchObject({ code: null, signal: 'SIGTERM', isEndedHere: true })

  await writeFile(pidFile, '')
  const deaf = await file('deaf.mjs', `process.on('SIGTERM', () => {}); await import('./long.mjs')`)
  const heldUp = runProgram(deaf, [], {})
  await expect.poll(pid, PATIENT).toBeGreaterThan(0)
  endPrograms()
  expect(await heldUp).toMatchObject({ code: null, signal: 'SIGKILL', isEndedHere: true })

  await writeFile(pidFile, '')
  const killed = runProgram(long, [], {})
  await expect.poll(pid, PATIENT).toBeGreaterThan(0)
  process.kill(await pid(), 'SIGKILL')
  expect(await killed).toMatchObject({ code: null, signal: 'SIGKILL', isEndedHere: false })

  await writeFile(pidFile, '')
  const giver = await file(
    'giver.mjs',
    `import { runProgram } from ${programs}; await runProgram(new URL('long.mjs', import.meta.url), [], {})`,
  )
  const parent = spawn(process.execPath, [giver.pathname])
  await expect.poll(pid, PATIENT).toBeGreaterThan(0)
  const child = await pid()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => isAlive(child), PATIENT).toBe(false)
  await folder.remove()
})
