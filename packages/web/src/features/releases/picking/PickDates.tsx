import { Button } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { PickDialog } from './PickDialog.tsx'
import { unasked } from './picking.ts'

/** The button that sends the nearest suitable date for approval to every company without one, in a single action. */
export function PickDates({ release }: { release: releases.ReleaseDetail }) {
  const [isOpen, setOpen] = useState(false)
  const canPick = unasked(release).length > 0
  return (
    <>
      {canPick && (
        <Button mt={8} size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Подобрать даты всем…
        </Button>
      )}
      {isOpen && <PickDialog release={release} onClose={() => setOpen(false)} />}
    </>
  )
}
