import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'

interface Release {
  id: number
  title: string
}

/** A release of the test's own, for client1's company alone; nobody has agreed to it. */
export async function newRelease(request: APIRequestContext, title: string): Promise<Release> {
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  const manager = await apiOf(request, 'manager')
  const { modulesList } = await manager.get('/modules')
  const day = new Date().toISOString().slice(0, 10)
  const { release } = await manager.post('/releases/0', {
    title,
    start_date: day,
    plan_date: day,
    planned_time: 600,
    short_description: '',
    is_visible_for_client: true,
    modules_ids: [modulesList[0].idmod],
    users: [],
    companies: [company.idcomp],
  })
  return release
}
