import { readFile } from 'node:fs/promises'

/** An export as written by Redmine, Jira or YouTrack. */
export const exportOf = (name: string) => readFile(new URL(`exports/${name}`, import.meta.url))
