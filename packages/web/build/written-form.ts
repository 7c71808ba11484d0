import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { contractWithoutSchemas } from './without-schemas.ts'

const WEB = join(import.meta.dirname, '..')
const MADE = join(WEB, '.cache/written-form')

/** Builds the sign-in for Node.js and renders it there. */
async function write(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: WEB,
    plugins: [contractWithoutSchemas(), react()],
    build: { ssr: join(WEB, 'src/written-form.tsx'), outDir: MADE, emptyOutDir: true, copyPublicDir: false },
  })
  const { writeForm } = (await import(`${pathToFileURL(join(MADE, 'written-form.js')).href}?${Date.now()}`)) as {
    writeForm: () => string
  }
  return writeForm()
}

/**
 * Writes the form of the sign-in into the page, in a template: first.js shows it to those who have to sign in, as soon
 * as there are styles, and the program takes it over when it has come (src/main.tsx). The server leaves the template
 * out if passwords are not accepted.
 */
export const writtenForm = (): Plugin => ({
  name: 'written-form',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      // The page's content security policy forbids styles in attributes; scripts may set them.
      const form = (await write()).replaceAll(' style="', ' data-style="')
      return html.replace('<template id="sign-in"></template>', () => `<template id="sign-in">${form}</template>`)
    },
  },
})
