import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** The two subsets every screen needs; the others are fetched when a letter asks for them. */
const FIRST_FONTS = /golos-text-(cyrillic|latin)-wght-normal-.*\.woff2$/

/** Asks for the fonts together with the styles, not after them. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head-prepend',
        })),
  },
})

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * verify.html: the page that verifies a dossier from a disk. All that it is stands in the one file, and its own policy lets
 * nothing else run and nothing leave it.
 */
const verifyPage = (): Plugin => ({
  name: 'verify-page',
  apply: 'build',
  async generateBundle() {
    const folder = join(import.meta.dirname, 'src/verify')
    const made = await build({
      configFile: false,
      logLevel: 'warn',
      root: import.meta.dirname,
      build: {
        write: false,
        target: 'es2022',
        cssCodeSplit: false,
        copyPublicDir: false,
        rolldownOptions: { input: join(folder, 'main.ts'), output: { format: 'iife' } },
      },
    })
    const { output } = [made].flat()[0] as {
      output: { type: string; fileName: string; code?: string; source?: string }[]
    }
    // What ends a script inside a page must not stand in it.
    const script = (output.find(({ type }) => type === 'chunk')?.code ?? '').replaceAll('</script', '<\\/script')
    const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? ''
    const policy = `default-src 'none'; script-src ${sha256(script)}; style-src ${sha256(style)}; base-uri 'none'; form-action 'none'`
    const page = readFileSync(join(folder, 'page.html'), 'utf8')
    const source = page
      .replace('POLICY', () => policy)
      .replace('<!-- style -->', () => `<style>${style}</style>`)
      .replace('<!-- script -->', () => `<script>${script}</script>`)
    this.emitFile({ type: 'asset', fileName: 'verify.html', source })
  },
})

/**
 * What six screens or more use comes as one file: each file costs headers and a place among the six that a browser
 * fetches at once. The backlog asks for 31 files so, where it asked for 120.
 */
const SHARED = { name: 'shared', minShareCount: 6 }

export default defineConfig({
  root: import.meta.dirname,
  // Packed once here rather than at every request.
  plugins: [
    react(),
    preloadFonts(),
    verifyPage(),
    compression({ algorithms: ['brotliCompress'], include: /\.(js|css|svg)$/ }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})
