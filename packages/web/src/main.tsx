import './frame.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { SignIn } from './SignIn.tsx'
import { session } from './api/session.ts'
import { isChunkFailure, withinLimit } from './components/kit/feedback/chunks.ts'
import { keepPage } from './kept-page.ts'
import { paths } from './paths.ts'
import { keepPresses } from './ui/presses.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

const load = () => import('./program.tsx')

let isOpened = false

async function openProgram(): Promise<void> {
  const { start } = await withinLimit(load)
  isOpened = true
  start(root)
}

/** Starts the program. If it cannot be loaded, the page says so and tries again (first.js). */
async function beginProgram(): Promise<void> {
  try {
    const { start } = await load()
    isOpened = true
    start(root)
  } catch (error) {
    if (isOpened || !isChunkFailure(error)) throw error
    dispatchEvent(new Event('program-lost'))
  }
}

async function fetchProgram(): Promise<void> {
  const { fetchFirstScreen } = await load()
  fetchFirstScreen()
}

const options = {
  onUncaughtError: (error: unknown) => {
    reportError(error)
    // A sign-in page that fails to load is left to the program, which has a page for errors.
    if (!isOpened) void openProgram()
  },
}
// The form may be on the page already, with something typed in (build/written-form.ts).
const isWritten = container.querySelector('form') !== null
const signIn = (
  <StrictMode>
    <SignIn isWritten={isWritten} openProgram={openProgram} fetchProgram={fetchProgram} />
  </StrictMode>
)
const root: Root = isWritten ? hydrateRoot(container, signIn, options) : createRoot(container, options)

keepPresses()
keepPage()
if (location.pathname !== paths.login || session.get()) void beginProgram()
else if (!isWritten) root.render(signIn)
