import type { AnyEndpoint } from '@vypusk/contract'
import type { World } from '../world/world.ts'
import type { FuzzCall } from './calls.ts'
import { faultOf } from './judge.ts'

/**
 * The limit for processor time of the process, in milliseconds: waiting for a busy machine is not the endpoint's fault.
 * How long the caller waited is shown separately in the figures.
 */
const LONGEST_CPU_MS = 5000

export interface Shot {
  status: number
  /** Milliseconds the caller waited. */
  wallMs: number
  /** Processor milliseconds of the process during the call. */
  cpuMs: number
  fault: string | undefined
}

/** Makes one call and judges its answer. */
export async function shoot(
  { product, callers, directory }: World,
  endpoint: AnyEndpoint,
  call: FuzzCall,
): Promise<Shot> {
  // Only a directory gets past the access check, so its token is used to test the body of such calls.
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
