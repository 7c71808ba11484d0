import type { AnyEndpoint } from '@vypusk/contract'
import type { World } from '../world/world.ts'
import type { FuzzCall } from './calls.ts'
import { faultOf } from './judge.ts'

/**
 * Of the process's own time, in milliseconds: what waits for a busy machine is no fault of the answer. How long the
 * caller waited is told in the figures, beside it.
 */
const LONGEST_CPU_MS = 5000

export interface Shot {
  status: number
  /** Milliseconds that the caller waited. */
  wallMs: number
  /** Milliseconds of the process while the call ran. */
  cpuMs: number
  fault: string | undefined
}

/** Makes one call and judges its answer. */
export async function shoot(
  { product, callers, directory }: World,
  endpoint: AnyEndpoint,
  call: FuzzCall,
): Promise<Shot> {
  // Nobody but a directory gets as far as what such a call says.
  const isOfDirectory = endpoint.access === 'directory' && call.person > 0
  const token = isOfDirectory ? directory : callers[call.person]?.token
  const [before, began] = [process.cpuUsage(), performance.now()]
  const reply = await product.app.inject({
    method: endpoint.method,
    url: `/api${call.path}${call.query}`,
    headers: { ...call.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  })
  const { user, system } = process.cpuUsage(before)
  const [cpuMs, wallMs] = [(user + system) / 1000, performance.now() - began]
  const status = reply.statusCode
  const contentType = String(reply.headers['content-type'])
  const slow = cpuMs > LONGEST_CPU_MS ? `took ${Math.round(cpuMs)} ms of the processor` : undefined
  const fault = faultOf(endpoint, { status, body: reply.body, contentType }) ?? slow
  return { status, cpuMs, wallMs, fault }
}
