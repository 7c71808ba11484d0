import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { keepPage } from './build/keep-page.ts'
import { nameBuild } from './build/name-build.ts'
import { verifyPage } from './build/verify-page.ts'
import { contractWithoutSchemas } from './build/without-schemas.ts'

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

/**
 * Each file costs headers, a place among the six that a browser fetches at once, and on a slow line half a second of
 * waiting; each byte that a screen does not need costs as well (docs/decisions/0094).
 */
const GROUPS = [
  // What a sign-in needs, and every other page with it.
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  // What stands around the screens of the signed-in.
  { name: 'frame', test: /shared\/shell\/Shell\.tsx$/, priority: 2 },
  { name: 'shared', minShareCount: 10, priority: 1 },
  // What releases, agreements, letters' links and the waiting are made of.
  {
    name: 'agreeing',
    test: /components\/shared\/(threads|trials|consequences|dates|scope|offers|asking|agreement|deliveries|escalation)\//,
    minShareCount: 2,
    priority: 0,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  // Packed once here rather than at every request.
  plugins: [
    contractWithoutSchemas(),
    react(),
    preloadFonts(),
    nameBuild(),
    keepPage(),
    verifyPage(),
    compression({ algorithms: ['brotliCompress'], include: /\.(js|css|svg)$/ }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // In one file: in seventy it is no smaller, and their order would hang on what was opened before.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})
