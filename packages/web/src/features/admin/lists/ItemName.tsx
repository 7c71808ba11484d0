import { TextInput } from '@mantine/core'
import type { adminLists } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { currentOf } from '../../../api/conflict.ts'
import { useRename } from './api.ts'

interface ItemNameProps {
  list: adminLists.ListName
  item: adminLists.Item
  onClose: () => void
}

/** The name being changed: Enter saves, Esc leaves it. A name that somebody else has changed is said beside it. */
export function ItemName({ list, item, onClose }: ItemNameProps) {
  const [name, setName] = useState(item.name)
  const [version, setVersion] = useState(item.version)
  const { mutate, isPending, error, reset } = useRename(list, item.id)
  const current = currentOf<adminLists.Item>(error)
  const save = () => {
    const next = name.trim()
    if (isPending || !next) return
    if (next === item.name && version === item.version) return onClose()
    mutate(
      { name: next, version },
      {
        onSuccess: onClose,
        onError: (refusal) => {
          const renamed = currentOf<adminLists.Item>(refusal)
          if (renamed) setVersion(renamed.version)
        },
      },
    )
  }
  return (
    <TextInput
      size="xs"
      flex={1}
      autoFocus
      aria-label={`Название: ${item.name}`}
      maxLength={100}
      value={name}
      error={
        current
          ? `Уже переименовано в «${current.name}». Enter запишет ваше название`
          : error
            ? sentenceOf(error)
            : undefined
      }
      onChange={(event) => {
        setName(event.currentTarget.value)
        reset()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') onClose()
      }}
      onBlur={() => {
        if (name.trim() === item.name) onClose()
      }}
    />
  )
}
