import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { releases, shiftHeadings } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { descriptionQuery } from '../api.ts'
import classes from './Description.module.css'
import { ModulePart } from './DescriptionParts.tsx'
import type { Editing } from './DescriptionParts.tsx'
import { EditableText } from './EditableText.tsx'
import { KINDS, TextForm } from './TextForm.tsx'
import { useViewer } from '../../../components/shared/session/viewer.tsx'

type Detail = releases.ReleaseDetail

interface OwnTextProps {
  release: Detail
  text: string
  editing: Editing
}

/** The text about the release as a whole. */
function OwnText({ release, text, editing: { edited, edit } }: OwnTextProps) {
  if (edit && edited === 'own') return <TextForm release={release} field="description" onDone={() => edit(null)} />
  if (text) {
    return (
      <EditableText label="Изменить общий текст" onEdit={edit ? () => edit('own') : undefined}>
        <RichText html={shiftHeadings(text, 1)} />
      </EditableText>
    )
  }
  if (!edit) return null
  return (
    <Button variant="default" size="compact-sm" className={classes.write} onClick={() => edit('own')}>
      Написать общий текст
    </Button>
  )
}

/**
 * What the release brings: its own text, then the texts of requests by module; staff edit each in place. Has to be
 * below a heading of level two.
 */
export function Description({ release }: { release: Detail }) {
  const { as_company } = useViewer()
  const { data, error, refetch } = useQuery(descriptionQuery(release.id, as_company))
  const [edited, setEdited] = useState<Editing['edited']>(null)
  if (error && !data) {
    return (
      <div role="alert" className={classes.failed}>
        <p>{sentenceOf(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Повторить
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton height={220} aria-hidden="true" />
  const editing = { edited, edit: release.abilities.save === true ? setEdited : null }
  const parts = releases.byModule(data.requests)
  return (
    <>
      {!data.description && parts.length === 0 && <p className={classes.none}>{KINDS.description.empty}</p>}
      <OwnText release={release} text={data.description} editing={editing} />
      {parts.map((part) => (
        <ModulePart key={part.module.idmod} part={part} editing={editing} />
      ))}
    </>
  )
}
