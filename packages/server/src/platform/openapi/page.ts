import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

/** `/api/docs` for people, and `/api/openapi.json` for programs. */

let made: Json | undefined
/** Created when it is first requested, so that it does not delay the start. */
const theDocument = () => (made ??= openApiDocument())
let written: string | undefined
const theText = () => (written ??= JSON.stringify(theDocument()))

/** Colours and fonts of the product, light or dark like the system. */
const STYLE = `
:root { color-scheme: light dark; --text: #1b1d22; --dim: #636874; --paper: #fff; --line: #e6e7eb; --mark: #3d4fd6; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e5e9; --dim: #9ea3ae; --paper: #17181c; --line: #2d2f36; --mark: #96a3ff; }
}
body { background: var(--paper); }
.swagger-ui .topbar, .swagger-ui .scheme-container { display: none; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: var(--text) !important; font-weight: 400; }
html.dark-mode, html.dark-mode body { background: var(--paper); }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .info h2, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-path,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui table thead tr td, .swagger-ui table thead tr th,
.swagger-ui .response-col_status, .swagger-ui .tab li, .swagger-ui .model, .swagger-ui .model-title, .swagger-ui section.models h4,
.swagger-ui .parameter__name, .swagger-ui .parameter__type, .swagger-ui .opblock-description-wrapper p, .swagger-ui label,
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui .info p, .swagger-ui .info li, .swagger-ui .info td, .swagger-ui .info th,
.swagger-ui .markdown p, .swagger-ui .prop-type, .swagger-ui .response-col_links, .swagger-ui .info table {
  color: var(--text); font-family: Inter, system-ui, sans-serif;
}
.swagger-ui .wrapper { max-width: 960px; }
.swagger-ui .info { margin: 32px 0; }
.swagger-ui .info h2 { margin: 28px 0 8px; font-size: 18px; }
.swagger-ui .info table { width: auto; border-collapse: collapse; }
.swagger-ui .info td, .swagger-ui .info th { padding: 6px 24px 6px 0 !important; vertical-align: top; border-bottom: 1px solid var(--line); text-align: left; }
.swagger-ui .info a, .swagger-ui .opblock-tag small a { color: var(--mark); }
.swagger-ui .opblock, .swagger-ui .opblock .opblock-section-header, .swagger-ui section.models, .swagger-ui section.models .model-container {
  background: transparent !important; border-color: var(--line) !important; box-shadow: none;
}
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 16px; }
.swagger-ui .opblock .opblock-summary-method { background: var(--mark) !important; color: var(--paper); text-shadow: none; }
.swagger-ui input, .swagger-ui select, .swagger-ui textarea { background: var(--paper) !important; color: var(--text) !important; }
`

/** Provides what Swagger's page expects from the plugin that makes the document. */
async function writer(app: FastifyInstance) {
  app.decorate('swagger', theDocument as never)
}
Object.assign(writer, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
})

/** Serves both; nothing is loaded from elsewhere. */
export async function addReferencePage(app: FastifyInstance): Promise<void> {
  await app.register(writer)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Выпуск: API', css: [{ filename: 'vypusk.css', content: STYLE }] },
    uiConfig: { docExpansion: 'none', filter: true, defaultModelsExpandDepth: 0, tagsSorter: 'alpha' },
  })
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(theText()))
}
