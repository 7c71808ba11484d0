import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { confirm } from '../feedback/dialogs.tsx'
import { Facts } from '../../ui/Facts.tsx'

interface Meeting {
  /** What was changed: «заявку», «запись». */
  what: string
  fields: readonly (readonly (readonly [name: string, value: ReactNode])[])[]
}

/**
 * Two people changed one field: both values stand side by side, and nothing is lost until one is chosen.
 * @returns true when the own one is to replace the other's
 */
export const askWhose = ({ what, fields }: Meeting): Promise<boolean> =>
  confirm({
    title: `Пока вы меняли ${what}, её сохранил другой человек`,
    children: (
      <Stack gap="sm">
        {fields.map((facts, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the fields of one question stay as they are
          <Facts key={index} items={facts} />
        ))}
      </Stack>
    ),
    action: 'Записать моё',
    cancel: 'Оставить сохранённое',
  })

/** What is said of one field: of what it is, and both values. */
export const bothOf = (of: readonly [kind: string, number: ReactNode], title: string, mine: string, theirs: string) =>
  [of, ['Поле', title], ['У вас', mine], ['Сейчас сохранено', theirs]] as const
