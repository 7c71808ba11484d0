import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import multipart from '@fastify/multipart'
import statics from '@fastify/static'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmet from 'helmet'
import * as z from 'zod'
import { acceptsPasswords, type Settings } from './settings.ts'
import type { Constraints } from './constraints.ts'
import { refuseAddress, setErrorExit } from './http/error-exit.ts'
import { fieldSentence } from './http/field-sentences.ts'
import { isDeeperThan, MOST_LEVELS } from './http/json-depth.ts'
import { HEADER_LIMITS, watchPace } from './http/pace.ts'
import { addReferencePage } from './openapi/page.ts'
import { MOST_HEADER_BYTES, refuseUnreadable } from './http/unreadable.ts'
import { trustOf, warnOfUnknownProxy } from './settings/proxies.ts'
import { refuse } from './refusal.ts'
import { serializer } from './http/serializer.ts'

/** Default body limit in bytes, for routes without an endpoint. */
const BODY_LIMIT = 16 * 1024
/** Limits for a multipart body: its files, its fields, and the size of one field. */
const MULTIPART = { files: 100, fields: 250, parts: 350, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 }

interface Options {
  settings: Settings
  constraints: Constraints
  log: FastifyBaseLogger
  /** Checks replies against the contract and answers a wrong one with 500. For tests. */
  strictReplies?: boolean
  /** The folder of the built web application; omitted to serve only the API. */
  webDir?: string
}

const isScreen = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && !url.startsWith('/assets/')

const createServer = ({ settings, log: loggerInstance }: Options) =>
  fastify({
    loggerInstance,
    trustProxy: trustOf(settings.trustedProxies),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    http: { ...HEADER_LIMITS, maxHeaderSize: MOST_HEADER_BYTES },
    clientErrorHandler: refuseUnreadable,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      if (isScreen(request)) void reply.redirect('/error404')
      else void refuseAddress(reply)
    },
  })

const POLICY = 'content-security-policy'
/**
 * The page that verifies a dossier. It also works from a disk, with its own policy that allows scripts by their hashes.
 */
const VERIFY_PAGE = 'verify.html'
const VERIFY_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * Serves the files of the web application, as the build has compressed them. They must be added before `compress`, which
 * would take a file whose first characters could begin compressed bytes («80…») for compressed, and call it so.
 */
async function addFiles(app: FastifyInstance, webDir: string) {
  await app.register(statics, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.startsWith(join(webDir, 'assets'))
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Or the same, compressed.
      if (path.startsWith(join(webDir, VERIFY_PAGE))) reply.header(POLICY, VERIFY_POLICY)
    },
  })
}

const OWN_STYLES = "'self'"
/** The placeholder for the nonce in index.html. */
const NONCE_PLACE = 'NONCE'
/** The form of the sign-in in index.html, shown before the program has come. */
const WRITTEN_FORM = /<template id="sign-in">.*?<\/template>/s

/**
 * Serves the page that contains every screen. Styles added by scripts carry a nonce made for this reply, so that styles
 * from any other source have no effect.
 */
async function openScreen(reply: FastifyReply, webDir: string, settings: Settings) {
  const whole = await readFile(join(webDir, 'index.html'), 'utf8')
  const page = acceptsPasswords(settings) ? whole : whole.replace(WRITTEN_FORM, '')
  const nonce = randomBytes(16).toString('base64url')
  const policy = String(reply.getHeader(POLICY))
  return reply
    .header(POLICY, policy.replace(`style-src ${OWN_STYLES}`, `style-src ${OWN_STYLES} 'nonce-${nonce}'`))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_PLACE, nonce))
}

/**
 * Every address that is neither a file nor a call belongs to a screen, and screens are in index.html. It is a route, as
 * `compress` leaves out what is answered where no route is found.
 */
const addScreens = (app: FastifyInstance, webDir: string, settings: Settings) =>
  app.get('/*', (request, reply) => {
    if (!isScreen(request)) throw refuse('not_found')
    return openScreen(reply, webDir, settings)
  })

/**
 * Checks bodies before they are parsed: parsing deeply nested ones would block everybody, and letters of another
 * encoding would be stored as question marks.
 */
function readJson(app: FastifyInstance) {
  const parseBody = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>(
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (!isUtf8(bytes)) return done(refuse('not_utf8'))
      const body = bytes.toString()
      // Some programs name a content type for an absent body: directories do when they delete.
      if (body === '' && request.method === 'DELETE') done(null, undefined)
      else if (isDeeperThan(MOST_LEVELS, body)) done(refuse('too_deep'))
      else void parseBody(request, body, done)
    },
  )
}

/**
 * Compresses replies of the API and the page for callers that come without a compressing proxy: a page of a list shrinks
 * to a sixth. Live events are not in this list, workbooks and files are compressed already, and request bodies are never
 * unpacked.
 */
const COMPRESSED = {
  encodings: ['gzip'],
  customTypes: /^(application\/(?:scim\+)?json|text\/calendar|text\/csv|text\/html)/,
  threshold: 1024,
  zlibOptions: { level: 1 },
  globalDecompression: false,
} satisfies FastifyCompressOptions

/** Browser features that the product never uses, so that injected code cannot use them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi']
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * The headers that restrict what browsers allow on the pages. Helmet makes middleware, which would write the same texts
 * again for every call.
 */
function restrictions(settings: Settings) {
  const overTls = settings.publicUrl.startsWith('https:')
  const protect = helmet({
    strictTransportSecurity: overTls,
    contentSecurityPolicy: {
      directives: {
        // Screens add a nonce for the styles written by Mantine and the editor (`openScreen`).
        'style-src': [OWN_STYLES],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'upgrade-insecure-requests': overTls ? [] : null,
      },
    },
  })
  const request = new IncomingMessage(new Socket())
  const reply = new ServerResponse(request)
  protect(request, reply, () => {})
  return { ...reply.getHeaders(), 'permissions-policy': PERMISSIONS }
}

/** Adds the headers that every reply has unless its handler gives them another value. */
function addHeaders(app: FastifyInstance, settings: Settings) {
  const headers = { ...restrictions(settings), 'cache-control': 'no-store' }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Creates the application without the rooms: parsing, headers, errors, reference page, screens. */
export async function createHttp(options: Options) {
  const { settings, constraints, strictReplies = false, webDir } = options
  z.config({ localeError: fieldSentence })
  const app = createServer(options)
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => [method].flat().forEach((one) => routes.push({ method: one, url })))
  setErrorExit(app, constraints)
  watchPace(app)
  warnOfUnknownProxy(app, settings.trustedProxies)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  app.setSerializerCompiler(({ schema }) => serializer(schema as z.ZodType, strictReplies))
  addHeaders(app, settings)
  readJson(app)
  // The bytes of a resumable upload are read by its handler.
  app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  if (webDir) await addFiles(app, webDir)
  await app
    .register(compress, COMPRESSED)
    .register(multipart, { limits: { ...MULTIPART, fileSize: settings.uploadLimit } })
  await addReferencePage(app)
  if (webDir) addScreens(app, webDir, settings)
  return { app, routes }
}
