import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const state = z.object({ status: z.string() })

export const live = endpoint({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  summary: 'The process runs.',
  reply: state,
})

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary: 'The process answers and its database does; 503 otherwise.',
  reply: state,
})
