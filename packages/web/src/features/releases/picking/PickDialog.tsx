import { Alert, Button, Checkbox, Group, Modal, Skeleton } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { formOf } from '../../../components/kit/fields/unread.ts'
import { countOf } from '../../../ui/plural.ts'
import { Sentences } from '../../../ui/Sentences.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import classes from './Picking.module.css'
import { unasked, type Row } from './picking.ts'
import { PickRow } from './PickRow.tsx'
import { TO_COMPANIES, usePicking } from './usePicking.ts'

type Release = releases.ReleaseDetail
type Picking = ReturnType<typeof usePicking>

interface PickDialogProps {
  release: Release
  onClose: () => void
}

/** The number of chosen companies, and a checkbox for all of them. */
function AllRows({ rows, onLeaveOut }: { rows: Row[]; onLeaveOut: (ids: number[], isOut: boolean) => void }) {
  const able = rows.filter(({ wish }) => wish.releaseDate !== null)
  const count = rows.filter(({ isIn }) => isIn).length
  const isAll = count === able.length
  return (
    <Checkbox
      label={`Выбрано ${count} из ${rows.length}`}
      checked={isAll && count > 0}
      indeterminate={count > 0 && !isAll}
      disabled={able.length === 0}
      onChange={() =>
        onLeaveOut(
          able.map(({ idcomp }) => idcomp),
          isAll,
        )
      }
    />
  )
}

/** The result of sending, when it did not succeed for all. */
const Outcome = ({ sent, faults }: { sent: number; faults: number }) =>
  faults > 0 && (
    <Alert color="yellow" title={`Не отправлено ${countOf(faults, TO_COMPANIES)}`} role="status">
      {sent > 0 && `Отправлено ${countOf(sent, TO_COMPANIES)}. `}
      Почему остальным нет, сказано у каждой: измените дату или оставьте компанию на потом.
    </Alert>
  )

const Waiting = () => (
  <>
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} height={36} mb={8} />
    ))}
  </>
)

/** What to know before sending many letters, and afterwards about those that were not sent. */
const Notes = ({ release, picking }: { release: Release; picking: Picking }) => (
  <>
    <p className={classes.note}>
      Каждой компании – ближайшая дата, которая ей подходит. Согласования появятся сами, письма уйдут сразу.
    </p>
    {!release.is_visible_for_client && (
      <Alert color="yellow" title="Релиз скрыт от клиентов: письмо придёт, но открыть релиз клиент не сможет" />
    )}
    <Sentences all={picking.warnings} />
    <Outcome sent={picking.sent} faults={picking.rows?.filter(({ fault }) => fault).length ?? 0} />
    {picking.error && <Alert color="red" title={sentenceOf(picking.error)} role="alert" />}
  </>
)

/** Enter in a field of one row must not send all the others; the button and Ctrl+Enter do. */
const OWN_ENTER = {
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  },
}

const Rows = ({
  release,
  picking: { zone, rows, error, change, leaveOut },
}: {
  release: Release
  picking: Picking
}) => (
  <ul className={classes.rows} aria-label="Даты компаний" aria-busy={!rows && !error} {...OWN_ENTER}>
    {!rows && !error && <Waiting />}
    {zone &&
      rows?.map((row) => (
        <PickRow
          key={row.idcomp}
          release_id={release.id}
          row={row}
          zone={zone}
          onChange={(wish) => change(row.idcomp, wish)}
          onLeaveOut={(isOut) => leaveOut([row.idcomp], isOut)}
        />
      ))}
  </ul>
)

/** The date of each company, which can be changed or left out; one press sends all of them for approval. */
function PickForm({ release, onClose }: PickDialogProps) {
  // Companies leave the release's list once they have been sent a date, but are still reported here.
  const [companies] = useState(() => unasked(release))
  const picking = usePicking(release.id, companies, onClose)
  const { rows } = picking
  const chosen = rows?.filter(({ isIn }) => isIn).length ?? 0
  return (
    <form {...formOf(picking.send)} className={classes.form}>
      <Notes release={release} picking={picking} />
      {rows && <AllRows rows={rows} onLeaveOut={picking.leaveOut} />}
      <Rows release={release} picking={picking} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {picking.sent > 0 ? 'Закрыть' : 'Отмена'}
        </Button>
        <Button type="submit" loading={picking.isPending} disabled={chosen === 0}>
          {chosen > 0 ? `Отправить ${countOf(chosen, TO_COMPANIES)}` : 'Отправить'}
        </Button>
      </Group>
    </form>
  )
}

/** «Подобрать даты всем». */
export function PickDialog(props: PickDialogProps) {
  const isPhone = useIsPhone()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Подобрать даты всем"
      size={900}
      fullScreen={isPhone}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <PickForm {...props} />
    </Modal>
  )
}
