export { ensureCompany, ensureModule, ensureUse } from './store.ts'
