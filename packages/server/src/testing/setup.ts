import { afterEach, beforeEach } from 'vitest'
import { takeLogged } from './log.ts'

beforeEach(() => void takeLogged())
afterEach(({ task }) => {
  const lines = takeLogged()
  if (task.result?.state === 'fail' && lines.length > 0) console.error(`The log of this test:\n${lines.join('')}`)
})
