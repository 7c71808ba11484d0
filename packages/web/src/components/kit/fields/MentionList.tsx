import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import classes from './MentionList.module.css'
import type { Naming } from './useMentions.ts'

interface MentionListProps {
  naming: Naming
  editor: Editor | null
}

/** The people who can be mentioned, shown below the text being written. */
export function MentionList({ naming: { offered, chosen, take }, editor }: MentionListProps) {
  if (!editor || offered.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Кого упомянуть">
      {offered.map((person, i) => (
        <li key={person.id}>
          <UnstyledButton
            className={classes.name}
            tabIndex={-1}
            data-chosen={i === chosen || undefined}
            // The caret has to stay where the name will be inserted.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(person, editor)}
          >
            {person.name}
          </UnstyledButton>
        </li>
      ))}
      <VisuallyHidden component="li" role="status">
        {`${offered[chosen]?.name ?? ''}: Enter – упомянуть`}
      </VisuallyHidden>
    </ul>
  )
}
