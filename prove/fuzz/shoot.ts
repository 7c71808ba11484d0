import type { AnyEndpoint } from '@vypusk/contract'
import type { World } from '../world/world.ts'
import type { FuzzCall } from './calls.ts'
import { faultOf } from './judge.ts'

/** Of the process's own time: what waits for the machine is no fault of the answer. Milliseconds. */
const LONGEST_CPU_MS = 2500

export interface Shot {
  status: number
  /** Milliseconds of the process while the call ran. */
  cpuMs: number
  fault: string | undefined
}

/** Makes one call and judges its answer. */
export async function shoot({ product, callers }: World, endpoint: AnyEndpoint, call: FuzzCall): Promise<Shot> {
  const token = callers[call.person]?.token
  const before = process.cpuUsage()
  const reply = await product.app.inject({
    method: endpoint.method,
    url: `/api${call.path}${call.query}`,
    headers: { ...call.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  })
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1000
  const status = reply.statusCode
  const fault = faultOf(endpoint, { status, body: reply.body, contentType: String(reply.headers['content-type']) })
  return { status, cpuMs, fault: fault ?? (cpuMs > LONGEST_CPU_MS ? `took ${Math.round(cpuMs)} ms` : undefined) }
}
