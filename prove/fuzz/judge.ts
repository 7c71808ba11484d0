import { statusesOf, type AnyEndpoint } from '@vypusk/contract'

/** What came back of one call. */
export interface Answered {
  status: number
  body: string
  contentType: string
}

/** Text of a library, of SQL or of a stack: it says nothing to a person and too much to an attacker. */
const INSIDE = /at \S+ \(\/|node_modules|select .* from |ZodError|TypeError|violates|syntax error at|ECONN/

function sentenceFault({ body }: Answered): string | undefined {
  const message = sentenceOf(body)
  if (message === undefined) return 'a refusal without a sentence'
  if (!/[а-яё]|^Agreement already exists!$/i.test(message))
    return `a sentence nobody can read: ${message.slice(0, 200)}`
  return INSIDE.test(message) ? `tells of its inside: ${message.slice(0, 200)}` : undefined
}

function sentenceOf(body: string): string | undefined {
  try {
    // A directory's refusals have the standard's form.
    const { message, detail } = JSON.parse(body) as { message?: unknown; detail?: unknown }
    const said = message ?? detail
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with an answer; undefined when it is one of those the endpoint is documented to give. */
export function faultOf(endpoint: AnyEndpoint, answer: Answered): string | undefined {
  const { status } = answer
  if (status >= 500 && status !== 503) return `${status}: ${answer.body.slice(0, 300)}`
  if (!statusesOf(endpoint).includes(status)) return `${status} is not documented: ${answer.body.slice(0, 300)}`
  // A refusal of HEAD has no body.
  if (status < 400 || endpoint.method === 'HEAD') return undefined
  return sentenceFault(answer)
}
