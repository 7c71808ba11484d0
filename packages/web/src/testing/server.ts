import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@vypusk/contract'

/** What a screen has sent to an endpoint, as the server would parse it. */
export interface SentCall<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Its idempotency key, if it is a creating call. */
  key?: string | undefined
}

/** The same for any endpoint. */
interface AnyCall {
  params: unknown
  query: unknown
  body: unknown
  key?: string | undefined
}

type Reply<E> = ReplyOf<E> | ((sentCall: SentCall<E>) => ReplyOf<E> | Promise<ReplyOf<E>>)

interface Part {
  endpoint: AnyEndpoint
  address: RegExp
  names: string[]
  answer: (sentCall: AnyCall, init: RequestInit) => Response | Promise<Response>
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

const silence = ({ signal }: RequestInit) =>
  new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** Checks the reply against the contract: a reply that does not fit is a mistake in the test, not in the screen. */
const fits = (endpoint: AnyEndpoint, reply: unknown): unknown => (endpoint.reply ? endpoint.reply.parse(reply) : reply)

/** Checks whether the contract refused what was sent or replied. */
const isUnfit = (error: unknown): error is Error => error instanceof Error && error.name.endsWith('ZodError')

const paramsIn = ({ address, names }: Part, pathname: string) => {
  const parts = address.exec(pathname) ?? []
  return Object.fromEntries(names.map((name, index) => [name, parts[index + 1]]))
}

function readAddress(endpoint: AnyEndpoint) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return { names, address: new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`) }
}

/**
 * More calls of one test than any screen makes. A screen that asks again whenever it is answered would keep the program
 * busy for ever, because there is no network to wait for; neither a time limit nor Ctrl+C is heard then.
 */
const MOST_CALLS = 500

/**
 * Replaces the server behind `fetch`. It answers by endpoints of the contract and validates both calls and replies with
 * their schemas, so that a test can neither send nor receive what the real server would not.
 */
class FakeServer {
  private parts: Part[] = []
  private calls: { endpoint: AnyEndpoint; sent: AnyCall }[] = []
  private faults: string[] = []
  private isSilent = false
  private isRefusing = false
  private readonly refusals = new Map<string, number>()
  private count = 0

  listen(): void {
    globalThis.fetch = (input, init = {}) => this.take(input as string, init)
  }

  /** From now on the endpoint gives this reply; a function receives what was sent. */
  answer<E extends AnyEndpoint>(endpoint: E, reply: Reply<E>): void {
    const made = async (sentCall: AnyCall) =>
      typeof reply === 'function' ? (reply as (sentCall: SentCall<E>) => ReplyOf<E>)(sentCall as SentCall<E>) : reply
    this.put(endpoint, async (sentCall) => json(fits(endpoint, await made(sentCall))))
  }

  /** From now on the endpoint refuses with this sentence, and with the other fields of the refusal. */
  refuse(endpoint: AnyEndpoint, status: number, message: string, more: object = {}): void {
    this.put(endpoint, () => json({ message, ...more }, status))
  }

  /** Refuses only the next call of the endpoint. */
  refuseOnce(endpoint: AnyEndpoint, status: number, message: string, more: object = {}): void {
    this.putOnce(endpoint, () => json({ message, ...more }, status))
  }

  /** From now on the connection breaks whenever the endpoint is called. */
  cut(endpoint: AnyEndpoint): void {
    this.put(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** Breaks the connection only at the next call of the endpoint. */
  cutOnce(endpoint: AnyEndpoint): void {
    this.putOnce(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** From now on the endpoint does not answer until the screen aborts the call. */
  keepSilent(endpoint: AnyEndpoint): void {
    this.put(endpoint, (_call, init) => silence(init))
  }

  /**
   * From now on the endpoint is a stream that stays open.
   * @returns a function that sends an event to all open streams; before one is open, the first one receives it
   */
  stream(endpoint: AnyEndpoint): (event: object) => void {
    const lines = new Set<ReadableStreamDefaultController<Uint8Array>>()
    const early: Uint8Array[] = []
    this.put(endpoint, (_call, { signal }) => {
      const start = (line: ReadableStreamDefaultController<Uint8Array>) => {
        lines.add(line)
        for (const piece of early.splice(0)) line.enqueue(piece)
        signal?.addEventListener('abort', () => lines.delete(line) && line.error(signal.reason))
      }
      return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } })
    })
    const text = new TextEncoder()
    return (event) => {
      const piece = text.encode(`data: ${JSON.stringify(event)}\n\n`)
      if (lines.size === 0) early.push(piece)
      for (const line of lines) line.enqueue(piece)
    }
  }

  /**
   * Calls without a prepared answer stay unanswered instead of failing the test: for tests of one part of a large
   * screen.
   */
  keepSilentOtherwise(): void {
    this.isSilent = true
  }

  /** Calls without a prepared answer are refused as by a server that fails, instead of failing the test. */
  refuseOtherwise(): void {
    this.isRefusing = true
  }

  /** How often each call without a prepared answer was refused, as «GET /api/releases/7». */
  get refused(): ReadonlyMap<string, number> {
    return this.refusals
  }

  /** The calls sent to the endpoint, the earliest first. */
  callsOf<E extends AnyEndpoint>(endpoint: E): SentCall<E>[] {
    return this.calls.filter((call) => call.endpoint === endpoint).map(({ sent }) => sent as SentCall<E>)
  }

  /**
   * Forgets all answers and calls.
   * @returns the faults since the last time: calls without an answer, or that do not fit the contract
   */
  reset(): string[] {
    const { faults } = this
    this.parts = []
    this.calls = []
    this.faults = []
    this.isSilent = false
    this.isRefusing = false
    this.refusals.clear()
    this.count = 0
    return faults
  }

  /** Prepares answers that are used only where the test has not already prepared its own. */
  beneath(answerAll: () => void): void {
    const { parts } = this
    this.parts = []
    answerAll()
    this.parts = [...parts, ...this.parts]
  }

  private put(endpoint: AnyEndpoint, answer: Part['answer']): void {
    this.parts.unshift({ endpoint, ...readAddress(endpoint), answer })
  }

  private putOnce(endpoint: AnyEndpoint, answer: Part['answer']): void {
    this.put(endpoint, (sentCall, init) => {
      this.parts = this.parts.filter((each) => each !== part)
      return answer(sentCall, init)
    })
    const [part] = this.parts
  }

  private async take(input: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(input, location.href)
    const { method = 'GET', body, headers } = init
    this.count += 1
    if (this.count === MOST_CALLS) this.complain(`the screen asks without end, also for ${method} ${pathname}`)
    if (this.count >= MOST_CALLS) return silence(init)
    const part = this.partFor(method, pathname)
    if (!part) return this.otherwise(`${method} ${pathname}`, init)
    const { endpoint } = part
    const data: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    try {
      const sent = {
        params: endpoint.params?.parse(paramsIn(part, pathname)),
        query: endpoint.query?.parse(Object.fromEntries(searchParams)),
        body: endpoint.body?.parse(data),
        key: new Headers(headers).get('Idempotency-Key') ?? undefined,
      }
      this.calls.push({ endpoint, sent })
      return await part.answer(sent, init)
    } catch (error) {
      if (!isUnfit(error)) throw error
      return this.complain(`${method} ${pathname}: ${error.message}`)
    }
  }

  /**
   * Finds the latest answer with the fewest path parameters, so that `/releases/authors` is not taken for a release.
   */
  private partFor(method: string, pathname: string): Part | undefined {
    const fitting = this.parts.filter(({ endpoint, address }) => endpoint.method === method && address.test(pathname))
    return fitting.toSorted((a, b) => a.names.length - b.names.length)[0]
  }

  private otherwise(name: string, init: RequestInit): Response | Promise<Response> {
    if (this.isSilent) return silence(init)
    if (!this.isRefusing) return this.complain(`nobody answers ${name}`)
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1)
    return json({ message: 'Ошибка сервера' }, 500)
  }

  private complain(fault: string): Response {
    this.faults.push(fault)
    return json({ message: fault }, 500)
  }
}

export const server = new FakeServer()
