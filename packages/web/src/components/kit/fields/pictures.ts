import { Image } from '@tiptap/extension-image'
import type { Editor } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { toast } from '../feedback/toast.tsx'

/** What a text may hold (contract, html.ts). */
export const PICTURES = 'image/png,image/jpeg,image/gif'

/** Pixels: what a page of paper shows sharply. */
const WIDEST = 1200
/** Characters of a PNG above which it is a photograph rather than a screen. */
const HEAVY = 600_000
const PHOTO_QUALITY = 0.85

/** A file as it stands in the text, made no wider than needed. */
async function asText(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, WIDEST / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const sharp = canvas.toDataURL('image/png')
  return sharp.length > HEAVY ? canvas.toDataURL('image/jpeg', PHOTO_QUALITY) : sharp
}

/** What stands for the picture where it is not seen: the file's name; one from the clipboard is always «image.png». */
const wordsOf = ({ name }: File): string => (name === 'image.png' ? 'Картинка' : name.replace(/\.\w+$/, ''))

/** Puts pictures where the cursor is; what cannot be read is said and left out. */
export async function insertPictures(editor: Editor, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      editor
        .chain()
        .focus()
        .setImage({ src: await asText(file), alt: wordsOf(file) })
        .run()
    } catch {
      toast.error(`Файл ${file.name} не похож на картинку. Подойдут PNG, JPEG и GIF`)
    }
  }
}

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Word puts a picture of the words beside the words: then the words are meant. */
const hasWords = (data: DataTransfer): boolean => {
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  return body.textContent.trim() !== ''
}

/** Pictures in a text: pasted, dropped, or chosen by the button. */
export const Pictures = Image.extend({
  addProseMirrorPlugins() {
    const { editor } = this
    const take = (files: File[]): boolean => {
      if (files.length > 0) void insertPictures(editor, files)
      return files.length > 0
    }
    return [
      new Plugin({
        props: {
          handlePaste: (_, { clipboardData }) =>
            clipboardData !== null && !hasWords(clipboardData) && take(picturesIn(clipboardData)),
          handleDrop: (_, event) => {
            const taken = take(picturesIn(event.dataTransfer))
            if (taken) event.preventDefault()
            return taken
          },
        },
      }),
    ]
  },
}).configure({ allowBase64: true })
