import base from './playwright.config.ts'

/**
 * `npm run pictures`: makes the pictures of docs/screens.md and docs/agreement-states.md again, on a separate system.
 */
export default { ...base, projects: [{ name: 'pictures', testMatch: 'pictures.ts' }], workers: 2, retries: 0 }
