import type * as z from 'zod'

/**
 * Who may call an endpoint: `public` needs no session, `any` is any signed-in person, `staff` the provider's people,
 * `admin` the provider's administrators, and `directory` only a service that provisions people (SCIM), which may call
 * nothing else. Finer rules are up to the policy of each domain.
 */
export type Access = 'public' | 'any' | 'staff' | 'admin' | 'directory'

/**
 * What an endpoint can answer with other than JSON. `excel` comes in addition to JSON: the same endpoint sends a
 * workbook when the body has `isExcel`. `headers` is a reply without a body, `bytes` a file of any kind, `message` a
 * message of a protocol in JSON.
 */
export type Stream = 'bytes' | 'calendar' | 'events' | 'excel' | 'headers' | 'message' | 'word' | 'workbook' | 'zip'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The name under which assistants call an endpoint, and the title a person sees when the assistant asks for permission.
 */
export interface Tool {
  /** Lower-case Latin letters and underscores. */
  name: string
  /** In Russian; starts the tool's description, followed by the endpoint's summary. */
  title: string
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** The path under `/api`, with `:name` for parameters: `/releases/:id`. */
  path: `/${string}`
  access: Access
  /** One English sentence for the reference page: what the endpoint does and when it refuses. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The JSON of a 200 reply; omitted when the reply is only a stream. */
  reply?: Reply
  stream?: Stream
  /** The body is multipart; the handler reads it itself. */
  multipart?: true
  /** Largest body in bytes; `bodyLimitOf` gives the default. Multipart bodies have limits of their own. */
  bodyLimit?: number
  /** Changes nothing although it is not a GET, like lists with filters in the body. Open to read-only API tokens. */
  reads?: true
  /**
   * A list, a search, charts or a book that a replica of the database may answer, with everything that was there when
   * the call began (docs/decisions/0117).
   */
  replica?: true
  /** Concerns the person's own ways to sign in: API tokens may not call it. */
  bySessionOnly?: true
  /**
   * Also open to people who have to set up a second factor first; everything else is closed to them until they have.
   */
  settingUp?: true
  /**
   * A write that does not count towards the limit of writes per person: it is limited otherwise, or browsers send it on
   * their own.
   */
  unlimited?: true
  /** Creates something: supports `Idempotency-Key` (api.md, Conventions). */
  creates?: true
  /** Offered to assistants by `POST /mcp`. Never set for calls that publish or take something away. */
  tool?: Tool
}

const KIB = 1024
/**
 * Limits for bodies: from callers who are not signed in, from everybody else, for lists of thousands, and for long
 * texts with pictures.
 */
const PUBLIC_BODY = 32 * KIB
const BODY = 256 * KIB
export const LISTS_BODY = 2 * KIB * KIB
export const TEXTS_BODY = 8 * KIB * KIB

/** The most bytes that an endpoint accepts in a JSON body; a larger one is refused with 413. */
export const bodyLimitOf = ({ bodyLimit, access }: Pick<Endpoint, 'bodyLimit' | 'access'>): number =>
  bodyLimit ?? (access === 'public' ? PUBLIC_BODY : BODY)

/**
 * Declares an endpoint. This one value mounts the route on the server, types the call in the browser and produces the
 * OpenAPI document.
 */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition
}

export type AnyEndpoint = Endpoint

/** What the server's handler receives, after parsing. */
export type ParamsOf<E> = E extends Endpoint<infer P> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.output<B> : never
/** What a call replies. Replies have no transforms, so the type is the same on both sides. */
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
/** What the caller passes, before parsing. */
export type ParamsInput<E> = E extends Endpoint<infer P> ? z.input<P> : never
export type QueryInput<E> = E extends Endpoint<z.ZodType, infer Q> ? z.input<Q> : never
export type BodyInput<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never
