import type * as z from 'zod'

/**
 * Who may call: `public` needs no session, `any` any signed-in person, `staff` the provider's
 * people, `admin` the provider's administrators, `directory` only a service that says who there is (SCIM), which may call
 * nothing else. Finer rules are each domain's policy.
 */
export type Access = 'public' | 'any' | 'staff' | 'admin' | 'directory'

/**
 * What else than JSON an endpoint answers with. `excel` stands beside JSON: the same endpoint
 * sends a workbook when the body says `isExcel`. `headers` is a reply without a body.
 */
export type Stream = 'bytes' | 'events' | 'excel' | 'headers'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an assistant calls an endpoint by, and what a person reads when the assistant asks whether it may. */
export interface Tool {
  /** Of small Latin letters and underscores. */
  name: string
  /** In Russian; begins the tool's description, before the endpoint's summary. */
  title: string
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below `/api`, with `:name` for what stands in the address: `/releases/:id`. */
  path: `/${string}`
  access: Access
  /** One English sentence for the reference page: what it does and what it refuses. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The JSON of a 200 reply; left out where `stream` is all there is. */
  reply?: Reply
  stream?: Stream
  /** The body is multipart and is read by the handler itself. */
  multipart?: true
  /** Most bytes of a body; left out, what `bodyLimitOf` says. Multipart has limits of its own. */
  bodyLimit?: number
  /** Changes nothing although it is no GET, as lists with filters in the body: open to an API token that only reads. */
  reads?: true
  /** A list, a search, charts or a book: a replica of the database may answer it, as new as the call (docs/decisions/0117). */
  replica?: true
  /** About the person's own ways in: no API token may call it. */
  bySessionOnly?: true
  /** Open also to whoever has to set up a second factor first; the rest is closed until they have. */
  settingUp?: true
  /** Writes, and is not counted among what one person may do in a while: bounded otherwise, or sent by browsers by themselves. */
  unlimited?: true
  /** Creates something: honours `Idempotency-Key` (api.md, Conventions). */
  creates?: true
  /** Offered to assistants by `POST /mcp`; never what publishes or takes away. */
  tool?: Tool
}

const KIB = 1024
/** Bodies: of whoever has not signed in, of the others, of lists by the thousand, and of long texts with pictures. */
const PUBLIC_BODY = 16 * KIB
const BODY = 256 * KIB
export const LISTS_BODY = 2 * KIB * KIB
export const TEXTS_BODY = 8 * KIB * KIB

/** Most bytes that an endpoint reads of a JSON body; more is 413. */
export const bodyLimitOf = ({ bodyLimit, access }: Pick<Endpoint, 'bodyLimit' | 'access'>): number =>
  bodyLimit ?? (access === 'public' ? PUBLIC_BODY : BODY)

/**
 * Declares an endpoint. The one value mounts the route on the server, types the call in the
 * browser and writes the OpenAPI document.
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
/** What travels back; replies have no transforms, so it is the same on both sides. */
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
/** What the caller passes, before parsing. */
export type ParamsInput<E> = E extends Endpoint<infer P> ? z.input<P> : never
export type QueryInput<E> = E extends Endpoint<z.ZodType, infer Q> ? z.input<Q> : never
export type BodyInput<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never
