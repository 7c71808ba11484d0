import { lookups } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { server } from '../../../testing/server.ts'
import { fullNames, useFullNames } from './full-names.ts'

const port = { idcomp: 7, namecomp: 'АО &quot;Порт&quot;' }
const hidden = { idcomp: 3, namecomp: 'АО "Порт"' }
const sameQuotedName = { idcomp: 5, namecomp: 'ООО «Порт»' }

it('adds the number to companies whose whole name is the same', () => {
  const listed = [port, hidden, sameQuotedName]
  expect(listed.map(fullNames(listed))).toEqual(['АО "Порт" (№ 7)', 'АО "Порт" (№ 3)', 'ООО «Порт»'])
})

const Heading = () => <h1>{useFullNames()(hidden)}</h1>

it('tells a hidden company that stands alone from the one that has its name now', async () => {
  server.answer(lookups.companies, { companies: [port] })
  await renderAlone(<Heading />)
  await screen.findByRole('heading', { name: 'АО "Порт" (№ 3)' })
})
