import { statusesOf, type AnyEndpoint } from '@vypusk/contract'

/** The answer to one call. */
export interface Answered {
  status: number
  body: string
  contentType: string
}

/** Matches text of a library, of SQL or of a stack trace: it does not help people and helps attackers. */
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
    // Refusals of SCIM calls have the standard's form.
    const { message, detail } = JSON.parse(body) as { message?: unknown; detail?: unknown }
    const sentence = message ?? detail
    return typeof sentence === 'string' ? sentence : undefined
  } catch {
    return undefined
  }
}

/** Returns what is wrong with an answer, or undefined if it is one of the endpoint's documented answers. */
export function faultOf(endpoint: AnyEndpoint, answer: Answered): string | undefined {
  const { status } = answer
  if (status >= 500 && status !== 503) return `${status}: ${answer.body.slice(0, 300)}`
  if (!statusesOf(endpoint).includes(status)) return `${status} is not documented: ${answer.body.slice(0, 300)}`
  // A refusal of HEAD has no body.
  if (status < 400 || endpoint.method === 'HEAD') return undefined
  return sentenceFault(answer)
}
