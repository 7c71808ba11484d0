import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import statics from '@fastify/static'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import * as z from 'zod'
import type { Settings } from './settings.ts'
import type { Constraints } from './constraints.ts'
import { refuseAddress, setErrorExit } from './error-exit.ts'
import { fieldSentence } from './field-sentences.ts'
import { isDeeperThan, MOST_LEVELS } from './json-depth.ts'
import { HEADER_LIMITS, watchPace } from './pace.ts'
import { addReferencePage } from './openapi/page.ts'
import { trustOf, warnOfUnknownProxy } from './proxies.ts'
import { refuse } from './refusal.ts'
import { serializer } from './serializer.ts'

/** What is read where no endpoint says how much. */
const BODY_LIMIT = 16 * 1024
/** Of a multipart body: its files, the fields beside them, and what one field holds. */
const MULTIPART = { files: 100, fields: 250, parts: 350, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 }

interface Options {
  settings: Settings
  constraints: Constraints
  log: FastifyBaseLogger
  /** Replies are checked against the contract and a wrong one answers 500: for tests. */
  strictReplies?: boolean
  /** The built browser half; left out where only the API is wanted. */
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
    http: HEADER_LIMITS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      if (isScreen(request)) void reply.redirect('/error404')
      else void refuseAddress(reply)
    },
  })

const POLICY = 'content-security-policy'
/** The page that verifies a dossier: its own policy, which it brings from a disk as well, names what may run by its sum. */
const VERIFY_PAGE = 'verify.html'
const VERIFY_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Files of the browser's half. */
async function addScreens(app: FastifyInstance, webDir: string) {
  await app.register(statics, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.startsWith(join(webDir, 'assets'))
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path === join(webDir, VERIFY_PAGE)) reply.header(POLICY, VERIFY_POLICY)
    },
  })
}

const OWN_STYLES = "'self'"
/** Stands in index.html where the nonce of the answer goes. */
const NONCE_PLACE = 'NONCE'

/**
 * The page every screen lives in. What writes styles into it names the nonce of this one answer, so that no other style
 * counts, whoever brought it in.
 */
async function openScreen(reply: FastifyReply, webDir: string) {
  const page = await readFile(join(webDir, 'index.html'), 'utf8')
  const nonce = randomBytes(16).toString('base64url')
  const policy = String(reply.getHeader(POLICY))
  return reply
    .header(POLICY, policy.replace(`style-src ${OWN_STYLES}`, `style-src ${OWN_STYLES} 'nonce-${nonce}'`))
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE_PLACE, nonce))
}

/** Bodies are looked at before they are parsed: what lies too deep would hold up everybody. */
function readJson(app: FastifyInstance) {
  const parseBody = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      // Programs name the type of a body that is not there: directories do when they delete.
      if (body === '' && request.method === 'DELETE') done(null, undefined)
      else if (isDeeperThan(MOST_LEVELS, body)) done(refuse('too_deep'))
      else void parseBody(request, body, done)
    },
  )
}

/**
 * Answers of the API, for whoever comes without a proxy that does it: a page of a list is a sixth. Live changes are not
 * in this list, workbooks and pages are compressed already, and what callers send is never unpacked.
 */
const COMPRESSED = {
  encodings: ['gzip'],
  customTypes: /^(application\/(?:scim\+)?json|text\/calendar|text\/csv)/,
  threshold: 1024,
  zlibOptions: { level: 1 },
  globalDecompression: false,
} satisfies FastifyCompressOptions

/** What no page of ours asks a browser for, so that nothing brought into one can either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'bluetooth', 'midi']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers by which browsers keep to what the pages are meant to do. */
async function protect(app: FastifyInstance, settings: Settings) {
  const overTls = settings.publicUrl.startsWith('https:')
  await app.register(helmet, {
    strictTransportSecurity: overTls,
    contentSecurityPolicy: {
      directives: {
        // A screen brings a nonce for the styles that Mantine and the editor write (`openScreen`).
        'style-src': [OWN_STYLES],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'upgrade-insecure-requests': overTls ? [] : null,
      },
    },
  })
}

/** An application with everything but the rooms: parsing, headers, errors, reference page, screens. */
export async function createHttp(options: Options) {
  const { settings, constraints, strictReplies = false, webDir } = options
  z.config({ localeError: fieldSentence })
  const app = createServer(options)
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => [method].flat().forEach((one) => routes.push({ method: one, url })))
  setErrorExit(app, constraints)
  watchPace(app)
  warnOfUnknownProxy(app, settings.trustedProxies)
  // Every address that is no file and no call is a screen, and screens live in index.html.
  app.setNotFoundHandler((request, reply) => {
    if (!webDir || !isScreen(request)) throw refuse('not_found')
    return openScreen(reply, webDir)
  })
  app.setSerializerCompiler(({ schema }) => serializer(schema as z.ZodType, strictReplies))
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    reply.header('Permissions-Policy', PERMISSIONS)
  })
  await protect(app, settings)
  readJson(app)
  // Bytes of a resumable upload are read by whoever keeps them.
  app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  await app
    .register(compress, COMPRESSED)
    .register(multipart, { limits: { ...MULTIPART, fileSize: settings.uploadLimit } })
  await addReferencePage(app)
  if (webDir) await addScreens(app, webDir)
  return { app, routes }
}
