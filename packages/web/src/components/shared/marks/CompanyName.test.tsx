import { lookups } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { server } from '../../../testing/server.ts'
import { CompanyName } from './CompanyName.tsx'

const present = { idcomp: 7, namecomp: 'АО «Порт»' }

it('tells a hidden company from the one that has its name now', async () => {
  server.answer(lookups.companies, { companies: [present, { idcomp: 8, namecomp: 'АО «Маяк»' }] })
  const hidden = [
    { idcomp: 3, namecomp: 'АО «Порт»' },
    { idcomp: 4, namecomp: 'АО «Заря»' },
  ]
  await renderAlone([present, ...hidden].map((company) => <CompanyName key={company.idcomp} company={company} />))
  expect((await screen.findByText('Порт (№ 3)')).title).toBe('АО «Порт» (№ 3)')
  expect(screen.getByText('Порт').title).toBe('АО «Порт»')
  screen.getByText('Заря')
})
