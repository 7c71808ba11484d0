/** Browser storage that never throws: in private windows and on full disks only convenience is lost, not work. */
export interface StoredValue<Value> {
  read: () => Value | null
  write: (value: Value | null) => void
}

export function kept<Value>(area: () => Storage, key: string): StoredValue<Value> {
  return {
    read: () => {
      try {
        const text = area().getItem(key)
        return text === null ? null : (JSON.parse(text) as Value)
      } catch {
        return null
      }
    },
    write: (value) => {
      try {
        if (value === null) area().removeItem(key)
        else area().setItem(key, JSON.stringify(value))
      } catch {
        // Nothing to do: the value stays in memory for this page.
      }
    },
  }
}

export const inBrowser = <Value>(key: string): StoredValue<Value> => kept(() => localStorage, `vypusk.${key}`)
export const inTab = <Value>(key: string): StoredValue<Value> => kept(() => sessionStorage, `vypusk.${key}`)
