import { createHash } from 'node:crypto'

/** Tokens are stored as their hash only: a stolen table opens no session. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** The sign-ins of the demo data (product.md, "Settings and demo sign-ins"), as the login page shows them. */
export const DEMO_SIGN_INS = [
  { login: 'admin', password: 'demo', who: 'сотрудник, администратор' },
  { login: 'manager', password: 'demo', who: 'сотрудник, менеджер релизов' },
  { login: 'client1', password: 'demo', who: 'клиент, с доступом в реестр' },
  { login: 'client2', password: 'demo', who: 'клиент другой компании, без реестра' },
]
