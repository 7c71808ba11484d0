import { readFile } from 'node:fs/promises'

/** An export as Redmine, Jira or YouTrack writes it. */
export const exportOf = (name: string) => readFile(new URL(`exports/${name}`, import.meta.url))
