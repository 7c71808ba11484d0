import { isAbsolute, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { bundleDir } from './src/platform/runtime/bundle.ts'

/**
 * Modules find files beside their sources (migrations, the code of threads) from the bundle too, because the sources stay
 * where they are. Each begins with its place, so that a line of a stack trace leads to its source.
 */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!isAbsolute(id)) return undefined
    const path = relative(bundleDir, id).split(sep).join('/')
    return {
      code: `/*! ${path} */\n${code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`)}`,
      map: null,
    }
  },
}

/** Packages with native code, threads or files of their own. */
const WITH_FILES = ['@node-rs/argon2', '@fastify/swagger-ui', 'pino', 'piscina', 'ssh2-sftp-client']

/** Packages that are loaded when they are first wanted: in the bundle they would save nothing. */
const RARE = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'basic-ftp',
  'csv-parse',
  'docx',
  'fflate',
  'hucre',
  'ldapts',
  'nodemailer',
  'openid-client',
  'otplib',
  'pg-copy-streams',
  's3mini',
  'scim2-parse-filter',
  'tar-stream',
]

/** The server in a few files instead of a thousand modules (docs/decisions/0169). */
export default defineConfig({
  plugins: [placesOfSources],
  ssr: { target: 'node', noExternal: true, external: [...WITH_FILES, ...RARE] },
  build: {
    ssr: 'src/start.ts',
    outDir: bundleDir,
    target: 'node24',
    // Stack traces name functions, and their lines can be read.
    minify: false,
    // All in one folder, from which `placesOfSources` counts.
    rolldownOptions: {
      output: {
        chunkFileNames: '[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
})
