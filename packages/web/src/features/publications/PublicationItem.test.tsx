import { publications, receipts } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const opens = (count: number, nameOf = (n: number) => `Компания ${n}.`) => {
  server.keepSilentOtherwise()
  const customers = Array.from({ length: count }, (_, n) => ({ idcomp: n + 1, namecomp: nameOf(n + 1) }))
  server.answer(receipts.list, { companies: [] })
  server.answer(publications.getPublication, {
    id: 9,
    author: { id: 2, name: 'Максим Орлов' },
    text: '',
    created_at: '2030-03-02T09:00:00.000Z',
    list: [
      {
        idx: 0,
        release: { id: 3, title: 'Релиз 5.8' },
        files: [],
        packages: null,
        modules: [],
        customers,
        notPublishingList: [2],
        reason: null,
        receipts: [],
      },
    ],
    recipients: { rivc: [], clients: [] },
    withdrawn: null,
    corrects: null,
    corrected_by: [],
    history: [],
    deliveries: [],
    abilities: { resend: true, withdraw: true, correct: true },
  })
  return open('/publication/9', manager)
}

it('names a few companies at once', async () => {
  await opens(3)
  await screen.findByText('Компании:')
  expect(screen.getByText('Компания 2.').tagName).toBe('S')
})

it('counts many companies, and names them when asked', async () => {
  await opens(49)
  const fold = (await screen.findByText('49 компаний, из них не публикуется: 1')).closest('details')
  expect(fold?.open).toBe(false)
  expect(fold?.textContent).toContain('Компания 49.')
})

it('tells companies of the same name apart', async () => {
  await opens(3, (n) => (n === 3 ? 'АО «Верфь»' : 'АО «Порт»'))
  const line = (await screen.findByText('Компании:')).parentElement
  expect(line?.textContent).toBe('Компании: АО «Порт» (№ 1), АО «Порт» (№ 2) (не публикуется), АО «Верфь»')
})
