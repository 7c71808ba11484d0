import './without-eval.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { dossier, dossierArchive } from '@vypusk/contract'
import { unzipSync } from 'fflate'
import '../ui/theme/tokens.css'
import './verify.css'
import { dayOf, heldOf, outcome, whose } from './words.ts'

/**
 * The page that verifies a dossier offline: a single file that needs no server, included in each dossier and served at
 * `/verify.html` (docs/decisions/0085). Contents of a dossier are shown as text, never as markup.
 */

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => (document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light')
dark.addEventListener('change', follow)
follow()

const drop = document.querySelector('#drop')
const chosen = document.querySelector('input')
const place = document.querySelector('#verdict')

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const list = (items: HTMLElement[]) => {
  const made = element('ul', '')
  made.append(...items)
  return made
}

function company(held: dossier.CompanyVerdict): HTMLElement {
  const item = element('li', held.fault ? 'bad' : '', `${held.fault ? '✗' : '✓'} ${heldOf(held)}`)
  if (held.records > 0 && !held.fault) item.append(element('span', 'sum', `Конец цепочки ${held.hash}`))
  return item
}

function show(verdict: dossier.Verdict): HTMLElement[] {
  const { isWhole, companies, faults } = verdict
  // The first fault is part of the outcome above, and a company's faults are shown beside the company.
  const others = faults.slice(1).filter((fault) => !companies.some((held) => held.fault === fault))
  return [
    element('p', `outcome ${isWhole ? 'good' : 'bad'}`, `${isWhole ? '✓' : '✗'} ${outcome(verdict)}`),
    element('p', 'dim', whose(verdict)),
    ...dayOf(verdict).map((line) => element('p', 'sum', line)),
    ...(others.length > 0
      ? [element('h2', '', 'Что ещё не так'), list(others.map((fault) => element('li', 'bad', `✗ ${fault}`)))]
      : []),
    element('h2', '', 'Компании'),
    list(companies.map(company)),
  ]
}

/** Verifies a file, whatever it is, and returns what to show about it. */
function verify(bytes: Uint8Array): HTMLElement[] {
  try {
    const { files, repeated } = dossierArchive.openArchive(bytes, unzipSync)
    return show(dossier.verifyDossier(files, (one) => bytesToHex(sha256(one)), repeated))
  } catch (error) {
    if (!(error instanceof dossier.NoDossier)) throw error
    return [element('p', 'outcome none', error.message)]
  }
}

/** Waits until the message is visible: verifying many records blocks the page for about a second. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function read(file: File | undefined): Promise<void> {
  if (!file || !place) return
  place.replaceChildren(element('p', 'dim', `Проверяю ${file.name}…`))
  await painted()
  const bytes = await file.arrayBuffer().catch(() => null)
  const output = bytes
    ? verify(new Uint8Array(bytes))
    : [element('p', 'outcome none', 'Файл не читается: выберите его снова')]
  place.replaceChildren(element('p', 'dim', file.name), ...output)
}

chosen?.addEventListener('change', () => {
  void read(chosen.files?.[0])
  // Allows choosing the same file again after it has been changed.
  chosen.value = ''
})
for (const kind of ['dragover', 'dragleave', 'drop'] as const) {
  document.addEventListener(kind, (event) => {
    event.preventDefault()
    drop?.classList.toggle('over', kind === 'dragover')
    if (kind === 'drop') void read(event.dataTransfer?.files[0])
  })
}
