import { Image } from '@tiptap/extension-image'
import type { Editor } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { toast } from '../feedback/toast.tsx'

/** The image types that a text may contain (contract, html.ts). */
export const PICTURES = 'image/png,image/jpeg,image/gif'

/** In pixels: enough to be sharp on a printed page. */
const WIDEST = 1200
/** A PNG with more characters than this is a photograph rather than a screenshot. */
const HEAVY = 600_000
const PHOTO_QUALITY = 0.85

/** Encodes a picture for the text, scaled down to the necessary width. */
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

/** The picture's alternative text: the name of its file. A picture from the clipboard is always called «image.png». */
const wordsOf = ({ name }: File): string => (name === 'image.png' ? 'Картинка' : name.replace(/\.\w+$/, ''))

/** Inserts pictures at the cursor; for one that cannot be read an error is shown. */
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

/** Word puts a picture of the text on the clipboard together with the text, in which case the text is meant. */
const hasWords = (data: DataTransfer): boolean => {
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  return body.textContent.trim() !== ''
}

/** Pictures in a text: pasted, dropped, or chosen with the button. */
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
