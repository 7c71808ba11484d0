import { lookups, agreements } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const of = (id: number, name: string, idcomp: number | null) => ({ id, name, mailuser: 'a@example.ru', idcomp })

it('says of recipients who have been blocked since that they get no letters', async () => {
  const { company_id } = agreementDetail(5)
  const [stays, shut] = [of(21, 'Вера Лунина', company_id), of(22, 'Юрий Сергеев', company_id)]
  const [staff, left] = [of(23, 'Олег Суханов', null), of(24, 'Инна Попова', null)]
  server.keepSilentOtherwise()
  server.answer(agreements.get, agreementDetail(5, { recipients: [stays, shut, staff, left] }))
  server.answer(lookups.companyContacts, { contacts: [stays] })
  server.answer(lookups.getContacts, { rivc: [staff], clients: [stays] })
  await open('/agreements/5', manager)
  expect(await screen.findByText('Юрий Сергеев · вход закрыт, писем не получает')).toBeTruthy()
  expect(await screen.findByText('Инна Попова · вход закрыт, писем не получает')).toBeTruthy()
  expect(screen.queryByText(/(Лунина|Суханов) · вход закрыт/)).toBeNull()
})

it('names the recipients when the company is hidden and its people are not listed', async () => {
  const { company_id } = agreementDetail(5)
  server.keepSilentOtherwise()
  server.answer(agreements.get, agreementDetail(5, { recipients: [of(21, 'Вера Лунина', company_id)] }))
  server.refuse(lookups.companyContacts, 404, 'Не найдено')
  await open('/agreements/5', manager)
  expect(await screen.findByText('Вера Лунина · a@example.ru')).toBeTruthy()
})
