import type { ComponentProps } from 'react'
import { useHeadKeys } from './columns/useHeadKeys.ts'
import { CellHint } from './keyboard/CellHint.tsx'
import type { TableRow } from './types.ts'

type Hinted<Row extends TableRow> = ComponentProps<typeof CellHint<Row>>
type UnhurriedProps<Row extends TableRow> = Omit<Hinted<Row>, 'hint'> & { hint: Hinted<Row>['hint'] | undefined }

/** What a list can do only some time after it has been drawn: hints, and headings that are one stop of Tab. */
export function Unhurried<Row extends TableRow>({ hint, ...shown }: UnhurriedProps<Row>) {
  useHeadKeys(shown.scroll)
  return hint && <CellHint {...shown} hint={hint} />
}
