import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@vypusk/contract'

/** What a screen has sent to an endpoint, as the server would read it. */
export interface SentCall<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** The same of any endpoint. */
interface AnyCall {
  params: unknown
  query: unknown
  body: unknown
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

/** A reply that the contract does not know is a fault of the test, not of the screen. */
const fits = (endpoint: AnyEndpoint, reply: unknown): unknown => (endpoint.reply ? endpoint.reply.parse(reply) : reply)

/** The contract's own refusal of what was sent or answered. */
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
 * Stands for the server behind `fetch`: answers by endpoints of the contract, and reads what it is sent by their
 * schemas, so that neither a reply nor a call here can be what the real server would not send or take.
 */
class FakeServer {
  private parts: Part[] = []
  private calls: { endpoint: AnyEndpoint; asked: AnyCall }[] = []
  private faults: string[] = []
  private isSilent = false

  listen(): void {
    globalThis.fetch = (input, init = {}) => this.take(input as string, init)
  }

  /** From now on the endpoint answers so; a function sees what was asked. */
  answer<E extends AnyEndpoint>(endpoint: E, reply: Reply<E>): void {
    const made = async (sentCall: AnyCall) =>
      typeof reply === 'function' ? (reply as (sentCall: SentCall<E>) => ReplyOf<E>)(sentCall as SentCall<E>) : reply
    this.put(endpoint, async (sentCall) => json(fits(endpoint, await made(sentCall))))
  }

  /** From now on the endpoint refuses, with the sentence and what else the refusal carries. */
  refuse(endpoint: AnyEndpoint, status: number, message: string, more: object = {}): void {
    this.put(endpoint, () => json({ message, ...more }, status))
  }

  /** The next call of the endpoint is refused; after it all is as before. */
  refuseOnce(endpoint: AnyEndpoint, status: number, message: string, more: object = {}): void {
    this.put(endpoint, () => {
      this.parts = this.parts.filter((each) => each !== part)
      return json({ message, ...more }, status)
    })
    const [part] = this.parts
  }

  /** From now on the connection breaks whenever the endpoint is called. */
  cut(endpoint: AnyEndpoint): void {
    this.put(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** From now on the endpoint says nothing, until the screen no longer listens. */
  keepSilent(endpoint: AnyEndpoint): void {
    this.put(endpoint, (_asked, init) => silence(init))
  }

  /**
   * From now on the endpoint is a line that stays open.
   * @returns says something on every open line; before one is open, to the first
   */
  stream(endpoint: AnyEndpoint): (event: object) => void {
    const lines = new Set<ReadableStreamDefaultController<Uint8Array>>()
    const early: Uint8Array[] = []
    this.put(endpoint, (_asked, { signal }) => {
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

  /** What no answer was given for says nothing instead of failing the test: for tests of one part of a large screen. */
  keepSilentOtherwise(): void {
    this.isSilent = true
  }

  /** What was sent to the endpoint, the earliest first. */
  callsOf<E extends AnyEndpoint>(endpoint: E): SentCall<E>[] {
    return this.calls.filter((call) => call.endpoint === endpoint).map(({ asked }) => asked as SentCall<E>)
  }

  /** @returns what was wrong since the last time: calls that nobody answers, or that the contract does not know */
  reset(): string[] {
    const { faults } = this
    this.parts = []
    this.calls = []
    this.faults = []
    this.isSilent = false
    return faults
  }

  /** What is answered inside gives way to what the test has answered already. */
  beneath(answerAll: () => void): void {
    const { parts } = this
    this.parts = []
    answerAll()
    this.parts = [...parts, ...this.parts]
  }

  private put(endpoint: AnyEndpoint, answer: Part['answer']): void {
    this.parts.unshift({ endpoint, ...readAddress(endpoint), answer })
  }

  private async take(input: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(input, location.href)
    const { method = 'GET', body } = init
    const part = this.partFor(method, pathname)
    if (!part) return this.isSilent ? silence(init) : this.complain(`nobody answers ${method} ${pathname}`)
    const { endpoint } = part
    const data: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    try {
      const asked = {
        params: endpoint.params?.parse(paramsIn(part, pathname)),
        query: endpoint.query?.parse(Object.fromEntries(searchParams)),
        body: endpoint.body?.parse(data),
      }
      this.calls.push({ endpoint, asked })
      return await part.answer(asked, init)
    } catch (error) {
      if (!isUnfit(error)) throw error
      return this.complain(`${method} ${pathname}: ${error.message}`)
    }
  }

  /** The latest answer; `/releases/authors` is no release. */
  private partFor(method: string, pathname: string): Part | undefined {
    const fitting = this.parts.filter(({ endpoint, address }) => endpoint.method === method && address.test(pathname))
    return fitting.toSorted((a, b) => a.names.length - b.names.length)[0]
  }

  private complain(fault: string): Response {
    this.faults.push(fault)
    return json({ message: fault }, 500)
  }
}

export const server = new FakeServer()
