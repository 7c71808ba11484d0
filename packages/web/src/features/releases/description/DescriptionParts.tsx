import { shiftHeadings } from '@vypusk/contract'
import type { releases } from '@vypusk/contract'
import { RequestTextForm } from '../../../components/shared/request-text/RequestTextForm.tsx'
import { useSaveRequestText } from '../../../components/shared/request/api.ts'
import { RichText } from '../../../ui/RichText.tsx'
import classes from './Description.module.css'
import { EditableText } from './EditableText.tsx'

type Text = releases.RequestText

/** The text being edited, and how to edit another one; `edit` is null when the person may only read. */
export interface Editing {
  edited: number | 'own' | null
  edit: ((what: number | 'own' | null) => void) | null
}

/** The level of headings in a text: below its module's heading, or below the request's own. */
const BELOW_MODULE = 2
const BELOW_REQUEST = 3

function TextForm({ text, edit }: { text: Text; edit: NonNullable<Editing['edit']> }) {
  const save = useSaveRequestText(text.id)
  const leave = () => edit(null)
  return (
    <div className={classes.form}>
      <h4 className={classes.item}>{text.e_title}</h4>
      <RequestTextForm text={text} save={save} onLeave={leave} />
    </div>
  )
}

/** One request: its text, or its title until somebody has written the text. */
function RequestPiece({ text, editing: { edited, edit } }: { text: Text; editing: Editing }) {
  const { id, e_title, description, isSolo } = text
  if (edit && edited === id) return <TextForm text={text} edit={edit} />
  return (
    <EditableText
      label={`${description ? 'Изменить' : 'Написать'} текст заявки ${id}`}
      onEdit={edit ? () => edit(id) : undefined}
    >
      {isSolo && <h4 className={classes.item}>{e_title}</h4>}
      {description && <RichText html={shiftHeadings(description, isSolo ? BELOW_REQUEST : BELOW_MODULE)} />}
      {!isSolo && !description && e_title}
    </EditableText>
  )
}

/** The part of a module: the common text, requests without a text, then the requests with their own items. */
export const ModulePart = ({ part, editing }: { part: releases.DescriptionPart; editing: Editing }) => (
  <section>
    <h3 className={classes.heading}>{part.module.namemod}</h3>
    {part.merged.map((text) => (
      <RequestPiece key={text.id} text={text} editing={editing} />
    ))}
    {part.unwritten.length > 0 && (
      <ul className={classes.unwritten}>
        {part.unwritten.map((text) => (
          <li key={text.id}>
            <RequestPiece text={text} editing={editing} />
          </li>
        ))}
      </ul>
    )}
    {part.solo.map((text) => (
      <RequestPiece key={text.id} text={text} editing={editing} />
    ))}
  </section>
)
