import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { tokens } from '@vypusk/contract'
import type { TestApp } from './app.ts'

/** The answer of a tool: the reply of its endpoint, or the text of a refusal. */
export interface Used<Reply> {
  reply: Reply
  refused: string | null
}

/** An assistant that uses the official client, over the network, in the name of one person. */
export interface Assistant {
  client: Client
  use: <Reply = Record<string, unknown>>(tool: string, overrides?: object) => Promise<Used<Reply>>
  names: () => Promise<string[]>
  /** Errors reported by the connection. */
  faults: Error[]
}

async function tokenFor(product: TestApp, login: string, scope: tokens.TokenScope): Promise<string> {
  const session = await product.as(login)
  const { body } = await session(tokens.create, { body: { name: 'Ассистент', scope, days: 30 } })
  return body.access_token
}

export interface AssistantEndpoint {
  product: TestApp
  /** Its address: `http://127.0.0.1:5000`. */
  url: string
}

export const openEndpoint = async (product: TestApp): Promise<AssistantEndpoint> => ({
  product,
  url: await product.app.listen({ port: 0, host: '127.0.0.1' }),
})

export async function assistantOf(
  { product, url }: AssistantEndpoint,
  login: string,
  scope: tokens.TokenScope = 'write',
): Promise<Assistant> {
  const headers = { Authorization: `Bearer ${await tokenFor(product, login, scope)}` }
  const client = new Client({ name: 'vypusk-test', version: '1.0.0' })
  const faults: Error[] = []
  Object.assign(client, { onerror: (error: Error) => void faults.push(error) })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }))
  return {
    client,
    faults,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    use: async (name, input = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } })
      const [{ text = '' } = {}] = content as { text?: string }[]
      return { reply: isError ? undefined : JSON.parse(text), refused: isError ? text : null }
    },
  }
}
