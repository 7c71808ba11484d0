export const tablesOf: Record<string, string>
export const leftForTheReleaseBefore: string[]
export const rooms: string[]
export const ownerOf: Map<string, string>
export function whyNot(room: string, name: string, how?: { writes?: boolean }): string | undefined
