/**
 * The page's policy lets no style count that stands in markup, and a frame without an address of its own keeps to it: a
 * letter, which has no other styles, would look like none. So they are set aside, and put on when it is there.
 */
const apart = (html: string): string =>
  html
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<style[^>]*>/g, '<template data-sheet>')
    .replaceAll('</style>', '</template>')

function dress(letter: Document): void {
  for (const element of letter.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? ''
  }
  const Sheet = letter.defaultView?.CSSStyleSheet
  if (!Sheet) return
  letter.adoptedStyleSheets = [...letter.querySelectorAll<HTMLTemplateElement>('template[data-sheet]')].map(
    (template) => {
      const sheet = new Sheet()
      sheet.replaceSync(template.content.textContent)
      return sheet
    },
  )
}

interface LetterFrameProps {
  html: string
  title: string
  className?: string | undefined
}

/** A letter as mail programs show it. It is only looked at: nothing in it runs, and it leads nowhere. */
export const LetterFrame = ({ html, title, className }: LetterFrameProps) => (
  <iframe
    className={className}
    sandbox="allow-same-origin"
    srcDoc={apart(html)}
    title={title}
    onLoad={({ currentTarget: { contentDocument } }) => contentDocument && dress(contentDocument)}
  />
)
