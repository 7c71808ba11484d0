/**
 * The page's content security policy ignores inline styles, also in a frame without an address of its own, and a letter
 * has no other styles. So they are moved aside here and applied once the letter is loaded.
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

/** Shows a letter as mail programs do. Nothing in it runs, and its links lead nowhere. */
export const LetterFrame = ({ html, title, className }: LetterFrameProps) => (
  <iframe
    className={className}
    sandbox="allow-same-origin"
    srcDoc={apart(html)}
    title={title}
    onLoad={({ currentTarget: { contentDocument } }) => contentDocument && dress(contentDocument)}
  />
)
