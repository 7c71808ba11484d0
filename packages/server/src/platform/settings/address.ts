import * as z from 'zod'

/** What has to hold of an address besides its protocol. */
type Condition = (address: URL) => boolean

/**
 * A setting that is a URL of one of the protocols. Conditions get it parsed, so that none of them ever meets a text that
 * is no URL.
 */
export const address = (protocols: readonly string[], ...conditions: Condition[]): z.ZodString =>
  z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && protocols.includes(url.protocol) && conditions.every((holds) => holds(url))
  })

export const postgresAddress: z.ZodString = address(['postgres:', 'postgresql:'])

/** Without the two slashes, `smtp:mail.example.ru` is a path on no server. */
export const hasHost: Condition = ({ hostname }) => hostname !== ''

function isCoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Whether every `%` of the name, the password and the path begins a code. */
export const isDecodable: Condition = ({ username, password, pathname }) =>
  [username, password, pathname].every(isCoded)

/** For the description of a setting that has to be decodable. */
export const PERCENT = 'знак % в имени, пароле и пути пишется %25'

/** Decodes the codes of a part of an address. A `%` that begins none is itself, as PostgreSQL and mail read it. */
export const decoded = (part: string): string =>
  part.replace(/(?:%[\da-f]{2})+/gi, (codes) => (isCoded(codes) ? decodeURIComponent(codes) : codes))
