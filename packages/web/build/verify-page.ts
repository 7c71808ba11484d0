import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

const WEB = join(import.meta.dirname, '..')

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Builds verify.html, the page that verifies a dossier offline. The file is self-contained, and its content security
 * policy allows nothing else to run and no requests to be made.
 */
export const verifyPage = (): Plugin => ({
  name: 'verify-page',
  apply: 'build',
  async generateBundle() {
    const folder = join(WEB, 'src/verify')
    const made = await build({
      configFile: false,
      logLevel: 'warn',
      root: WEB,
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
    // A closing script tag inside the code would end the script.
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
