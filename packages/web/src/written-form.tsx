import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { SignIn } from './SignIn.tsx'

const never = async () => {}

/** Writes the sign-in as it is while the server has not answered; run by the build (build/written-form.ts). */
export const writeForm = (): string =>
  renderToString(
    <StrictMode>
      <SignIn isWritten openProgram={never} fetchProgram={never} />
    </StrictMode>,
  )
