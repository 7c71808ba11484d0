import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
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

/**
 * What six screens or more use comes as one file: each file costs headers and a place among the six that a browser
 * fetches at once. The backlog asks for 31 files so, where it asked for 120.
 */
const SHARED = { name: 'shared', minShareCount: 6 }

export default defineConfig({
  root: import.meta.dirname,
  // Packed once here rather than at every request.
  plugins: [react(), preloadFonts(), compression({ algorithms: ['brotliCompress'], include: /\.(js|css|svg)$/ })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED] } } },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})
