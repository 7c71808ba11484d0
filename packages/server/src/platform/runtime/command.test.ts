import { expect, test, vi } from 'vitest'
import { say } from './command.ts'

test('what a command prints gives the terminal no commands', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  say('часы «\u001b[2K\u001b]0;имя окна\u0007три\r\u0085»\n\tстрока 2 👨‍👩‍👧')
  const printed = write.mock.calls
  write.mockRestore()
  expect(printed).toEqual([['часы «[2K]0;имя окнатри»\n\tстрока 2 👨‍👩‍👧\n']])
})
