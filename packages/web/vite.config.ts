import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { compileHint } from './build/compile-hint.ts'
import { firstScript } from './build/first-script.ts'
import { keepPage } from './build/keep-page.ts'
import { nameBuild } from './build/name-build.ts'
import { nameParts } from './build/name-parts.ts'
import { subsetFonts } from './build/subset-fonts.ts'
import { usedStyles } from './build/used-styles.ts'
import { writtenForm } from './build/written-form.ts'
import { verifyPage } from './build/verify-page.ts'
import { contractWithoutSchemas } from './build/without-schemas.ts'

/** The two font files every screen needs; the others are fetched when a text contains their characters. */
const FIRST_FONTS = /golos-text-(cyrillic|latin)-first-.*\.woff2$/

/** Has the fonts requested together with the styles rather than after them. */
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
 * The groups of modules that become a file each. Every file costs headers, one of the six requests a browser makes at
 * once, and half a second of waiting on a slow line; every byte that a screen does not need costs as well
 * (docs/decisions/0094).
 */
const GROUPS = [
  // What the sign-in page needs, and so every other page too (docs/decisions/0124).
  { name: 'start', tags: ['$initial' as const] },
  // What every page except the sign-in needs.
  { name: 'program', test: /web\/src\/program\.tsx$/ },
  // The frame around the screens of a signed-in person, and what every list needs: people nearly always need both.
  { name: 'frame', test: /(shell\/Shell|DataTable|FilterBar|ExcelButton|useView|useRowEdit|page\/Page)\.tsx?$/ },
  // What the backlog needs, some of it shared with the other screens of requests.
  { name: 'backlog', test: /BacklogPage\.tsx$/ },
  // Calendars: no first screen shows one.
  { name: 'days', test: /@mantine\/dates\// },
  { name: 'shared', minShareCount: 10 },
  // Modules that are too small to be worth a file of their own.
  { name: 'small', test: /icons-react|contract\/src|\/texts\.ts$/, minShareCount: 2 },
  // What the screens of releases and agreements, the pages opened from letters and the waiting list share.
  {
    name: 'agreeing',
    test: /components\/shared\/(threads|trials|consequences|dates|scope|offers|sending|agreement|deliveries|escalation)\//,
    minShareCount: 2,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

export default defineConfig({
  root: import.meta.dirname,
  // Files are compressed once here rather than at every request.
  plugins: [
    contractWithoutSchemas(),
    usedStyles(),
    subsetFonts(),
    react(),
    preloadFonts(),
    nameParts(),
    firstScript(),
    writtenForm(),
    compileHint(),
    nameBuild(),
    keepPage(),
    verifyPage(),
    // Browsers accept Brotli over HTTPS only.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg)$|^verify\.html$/ }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // One file: seventy files would be no smaller, and the order of their rules would depend on which screens were
    // opened before.
    cssCodeSplit: false,
    // Browsers without module preloading only fetch the files a little later.
    modulePreload: { polyfill: false },
    // The page's content security policy does not allow fonts embedded in a style sheet.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})
