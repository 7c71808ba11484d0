import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor as Editor } from '@mantine/tiptap'
import { FileButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import type { Editor as Written } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../../../ui/theme/nonce.ts'
import classes from './RichTextField.module.css'
import { keptNodes } from './keptNodes.ts'
import { LinkControl } from './LinkControl.tsx'
import { oneTabStop } from './one-tab-stop.ts'
import { MentionList } from './MentionList.tsx'
import type { MentionedPerson } from './mentions.ts'
import { useMentions } from './useMentions.ts'
import { insertPictures, PICTURES, Pictures } from './pictures.ts'

const labels = {
  boldControlLabel: 'Полужирный',
  italicControlLabel: 'Курсив',
  underlineControlLabel: 'Подчёркнутый',
  strikeControlLabel: 'Зачёркнутый',
  h2ControlLabel: 'Заголовок',
  h3ControlLabel: 'Подзаголовок',
  bulletListControlLabel: 'Список',
  orderedListControlLabel: 'Нумерованный список',
  unlinkControlLabel: 'Убрать ссылку',
  clearFormattingControlLabel: 'Убрать оформление',
  undoControlLabel: 'Отменить',
  redoControlLabel: 'Повторить',
}

const extensions = [StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }), Link, Pictures, ...keptNodes]

export interface RichTextEditorProps {
  label: string
  /** HTML of the shared allow-list; '' when empty. */
  value: string
  onChange: (html: string) => void
  /** The people who can be mentioned with @; left out when there are none. */
  people?: readonly MentionedPerson[] | undefined
  /** The text is on its way to the server. */
  readOnly?: boolean
  /** The text was refused. */
  isInvalid?: boolean
}

const PictureControl = ({ editor }: { editor: Written | null }) => (
  <FileButton accept={PICTURES} multiple onChange={(files) => editor && void insertPictures(editor, files)}>
    {(props) => (
      <Editor.Control {...props} aria-label="Картинка" title="Картинка">
        <IconPhoto stroke={1.5} size={16} />
      </Editor.Control>
    )}
  </FileButton>
)

const Controls = ({ editor }: { editor: Written | null }) => (
  <Editor.Toolbar ref={oneTabStop} role="toolbar" aria-label="Оформление">
    <Editor.ControlsGroup>
      <Editor.Bold />
      <Editor.Italic />
      <Editor.Underline />
      <Editor.Strikethrough />
      <Editor.ClearFormatting />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.H2 />
      <Editor.H3 />
      <Editor.BulletList />
      <Editor.OrderedList />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <LinkControl editor={editor} />
      <Editor.Unlink />
      <PictureControl editor={editor} />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.Undo />
      <Editor.Redo />
    </Editor.ControlsGroup>
  </Editor.Toolbar>
)

/** The editor itself; loaded when a text is first edited (RichTextField). */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, value, onChange, people, readOnly = false, isInvalid = false } = props
  const naming = useMentions(people)
  const known = useRef(value)
  const editor: Written | null = useEditor({
    extensions,
    injectNonce: styleNonce,
    content: value,
    editorProps: {
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-invalid': String(isInvalid),
        role: 'textbox',
      },
      handleKeyDown: (_view, event) => naming.onKeyDown(event, editor),
    },
    onTransaction: ({ editor: now }) => naming.look(now),
    onBlur: naming.leave,
    onUpdate: ({ editor: now }) => {
      known.current = now.isEmpty ? '' : now.getHTML()
      onChange(known.current)
    },
  })
  useEffect(() => {
    // The value was changed from outside: a draft was discarded, or another person's text was taken over.
    if (value === known.current) return
    known.current = value
    editor?.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  // The options only say how an editor begins.
  useEffect(() => editor?.setEditable(!readOnly, false), [editor, readOnly])
  return (
    <Editor
      editor={editor}
      labels={labels}
      variant="subtle"
      classNames={{ content: classes.content, toolbar: classes.toolbar }}
    >
      <Controls editor={editor} />
      <Editor.Content />
      <MentionList naming={naming} editor={editor} />
    </Editor>
  )
}
