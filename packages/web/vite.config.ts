import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { keepPage } from './build/keep-page.ts'
import { nameBuild } from './build/name-build.ts'
import { nameParts } from './build/name-parts.ts'
import { subsetFonts } from './build/subset-fonts.ts'
import { usedStyles } from './build/used-styles.ts'
import { verifyPage } from './build/verify-page.ts'
import { contractWithoutSchemas } from './build/without-schemas.ts'

/** The two files every screen needs; the others are fetched when a letter asks for them. */
const FIRST_FONTS = /golos-text-(cyrillic|latin)-first-.*\.woff2$/

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
  // What a sign-in needs, and every other page with it (docs/decisions/0124).
  { name: 'start', tags: ['$initial' as const] },
  // What every page but the sign-in needs.
  { name: 'program', test: /web\/src\/program\.tsx$/ },
  // What stands around the screens of the signed-in.
  { name: 'frame', test: /shared\/shell\/Shell\.tsx$/ },
  // What every list is made of.
  { name: 'list', test: /(DataTable|FilterBar|ExcelButton|useView|useRowEdit|page\/Page)\.tsx?$/ },
  // What is the backlog's own, and of the other screens of requests.
  { name: 'backlog', test: /BacklogPage\.tsx$/ },
  // Calendars: nobody's first screen draws one.
  { name: 'days', test: /@mantine\/dates\// },
  { name: 'shared', minShareCount: 10 },
  // A file of its own costs more than any of these.
  { name: 'small', test: /icons-react|contract\/src|\/texts\.ts$/, minShareCount: 2 },
  // What releases, agreements, letters' links and the waiting are made of.
  {
    name: 'agreeing',
    test: /components\/shared\/(threads|trials|consequences|dates|scope|offers|asking|agreement|deliveries|escalation)\//,
    minShareCount: 2,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

export default defineConfig({
  root: import.meta.dirname,
  // Packed once here rather than at every request.
  plugins: [
    contractWithoutSchemas(),
    usedStyles(),
    subsetFonts(),
    react(),
    preloadFonts(),
    nameParts(),
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
    // Browsers without it only fetch a little later.
    modulePreload: { polyfill: false },
    // The page's policy lets no font come from a style sheet itself.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})
