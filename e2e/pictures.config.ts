import base from './playwright.config.ts'

/** `npm run pictures`: the pictures of docs/screens.md and docs/agreement-states.md, made anew on a system of its own. */
export default { ...base, testMatch: 'pictures.ts', workers: 2, retries: 0 }
