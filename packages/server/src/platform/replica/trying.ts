import pg from 'pg'
import { asError } from '../runtime/as-error.ts'
import { checkFollows, checkWhose, NoReplica, ReplicaLate, waitFor } from './look.ts'
import { createPositions } from './positions.ts'
import type { ReplicaSettings } from './settings.ts'

/** Result of checking whether the configured replica can be used, for an administrator. */
export interface ReplicaTried {
  isGood: boolean
  sentence: string
}

const CONNECT_MS = 5000
const LONGEST_MS = 5000

/** @param whyNot says in Russian why a server cannot be connected to */
export async function tryReplica(
  { url, waitMs }: ReplicaSettings,
  primary: pg.ClientConfig,
  whyNot: (error: Error) => string,
): Promise<ReplicaTried> {
  const positions = createPositions(primary)
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }
  const client = new pg.Client({ connectionString: url, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const where = await positions.next()
    await checkWhose(client, where)
    await checkFollows(client, where.timeline)
    const from = performance.now()
    await waitFor(client, where, LONGEST_MS)
    const took = Math.ceil(performance.now() - from)
    if (took <= waitMs) return { isGood: true, sentence: `Реплика отвечает, отставание не больше ${took} мс` }
    return {
      isGood: false,
      sentence: `Реплика отстаёт на ${took} мс, а ждут её ${waitMs}: читается с основного сервера`,
    }
  } catch (error) {
    return { isGood: false, sentence: `Реплика не годится: ${reasonOf(asError(error), whyNot)}` }
  } finally {
    await client.end().catch(() => {})
    await positions.close()
  }
}

function reasonOf(error: Error, whyNot: (error: Error) => string): string {
  if (error instanceof NoReplica) return error.message
  if (error instanceof ReplicaLate) return 'она отстаёт больше чем на 5 секунд или следует за прежним основным сервером'
  return whyNot(error)
}
