import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { RichTextEditor as Editor } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import type { Editor as Written } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import classes from './RichTextField.module.css'

interface Place {
  href: string
  isApart: boolean
}

const placeOf = (editor: Written): Place => {
  const { href, target } = editor.getAttributes('link')
  return { href: String(href ?? ''), isApart: target === '_blank' }
}

/** Sets the link of the marked words, or takes it away when the address is empty. */
function setLink(editor: Written, { href, isApart }: Place): void {
  const words = editor.chain().focus().extendMarkRange('link')
  if (href === '') words.unsetLink().run()
  else words.setLink({ href, target: isApart ? '_blank' : null }).run()
}

/** The link of the marked words; Mantine's own control has a button without a name. Ctrl+K opens it from the text. */
export function LinkControl({ editor }: { editor: Written | null }) {
  const [place, setPlace] = useState<Place | null>(null)
  const active = useEditorState({ editor, selector: ({ editor: now }) => now?.isActive('link') ?? false })
  useEffect(() => {
    // Every editor of the page hears it; it is meant for the one that is being written in.
    const open = () => editor?.isFocused && setPlace(placeOf(editor))
    addEventListener('edit-link', open)
    return () => removeEventListener('edit-link', open)
  }, [editor])
  const save = () => {
    if (editor && place) setLink(editor, { ...place, href: place.href.trim() })
    setPlace(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around the text is not sent by it.
    event.preventDefault()
    save()
  }
  return (
    <Popover opened={place !== null} onChange={(opened) => !opened && setPlace(null)} trapFocus returnFocus width={300}>
      <Popover.Target>
        <Editor.Control
          aria-label="Ссылка"
          title="Ссылка"
          active={active ?? false}
          onClick={() => editor && setPlace(place ? null : placeOf(editor))}
        >
          <IconLink stroke={1.5} size={16} />
        </Editor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label="Ссылка" className={classes.link}>
        <TextInput
          label="Адрес ссылки"
          placeholder="https://"
          type="url"
          value={place?.href ?? ''}
          onChange={({ currentTarget }) => place && setPlace({ ...place, href: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <Checkbox
          label="Открывать в новой вкладке"
          checked={place?.isApart ?? false}
          onChange={({ currentTarget }) => place && setPlace({ ...place, isApart: currentTarget.checked })}
        />
        <Button onClick={save}>Поставить</Button>
      </Popover.Dropdown>
    </Popover>
  )
}
