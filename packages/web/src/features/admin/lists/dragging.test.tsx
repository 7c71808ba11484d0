import { adminLists } from '@vypusk/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

interface Source {
  data: Record<string, unknown>
}
interface Target {
  element: Element
  canDrop: (dragged: { source: Source }) => boolean
  onDrop: (dragged: { source: Source }) => void
}
const { targets } = vi.hoisted(() => ({ targets: new Map<Element, Target>() }))
// The browser's own dragging is not in happy-dom: a drop is made by the functions that the library was given.
vi.mock('@atlaskit/pragmatic-drag-and-drop/element/adapter', () => ({
  draggable: () => () => {},
  dropTargetForElements: (target: Target) => {
    targets.set(target.element, target)
    return () => targets.delete(target.element)
  },
}))

const status = (id: number, name: string, is_over: boolean) =>
  ({ id, name, is_over, tone: 'grey', version: 1, is_hidden: false, uses: 0 }) as const
const type = { id: 3, name: 'Доработка', version: 1, is_hidden: false, uses: 0 }
const lineOf = async (name: string) => (await screen.findByRole('button', { name: `Ниже: ${name}` })).closest('li')!

async function drop(kind: string, id: number, onto: string) {
  const line = await lineOf(onto)
  fireEvent.pointerEnter(line.querySelector('[title^="Перетащите"]')!)
  await waitFor(() => expect(targets.has(line)).toBe(true))
  const dragged = { source: { data: { kind, id: String(id) } } }
  const target = targets.get(line)!
  expect(target.canDrop(dragged)).toBe(true)
  act(() => target.onDrop(dragged))
}

it('an item dropped where it may not stand stays, and the person is told why, as by the buttons', async () => {
  server.keepSilentOtherwise()
  server.answer(adminLists.steps, { release_steps: [], registry_steps: [] })
  const statuses = [status(1, 'Новая', false), status(7, 'Сдано', true)]
  server.answer(adminLists.requestLists, { statuses, types: [type] })
  await open('/admin/steps', admin)
  const upwards = await screen.findByRole('button', { name: 'Выше: Сдано' })
  const why = upwards.getAttribute('aria-description') ?? ''
  expect(why).toMatch(/^Первый статус получают новые заявки/)
  await drop('request_status.', 7, 'Новая')
  await screen.findByText(why)
  await drop('request_status.', 7, 'Доработка')
  await screen.findByText('Переставить можно только внутри своего списка')
  expect(server.callsOf(adminLists.reorder)).toEqual([])
})
