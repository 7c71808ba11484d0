const CODED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decoded = (attribute: string) => attribute.replace(/&(?:amp|lt|gt|quot|#39);/g, (code) => CODED[code] ?? code)

/** A percent sign that codes nothing. */
const LONE_PERCENT = /%(?![\da-f]{2})/gi
/** What no URI holds as it is (RFC 3986, 2): of the characters that browsers leave, these. */
const NOT_OF_URIS = /[\s"<>\\^`{|}]/g

/** The address as a URI; null for one that leads nowhere outside the page that it was typed into. */
function uriOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { href } = new URL(address)
  return href.replace(LONE_PERCENT, '%25').replace(NOT_OF_URIS, (character) => encodeURIComponent(character))
}

const LINK = /(<a\b[^>]*?) href="([^"]*)"/g

/**
 * Makes the address of every link a URI, as a document has to name it (ECMA-376, part 2): otherwise programs call the
 * whole document damaged. People type addresses with spaces, or half of one; such a link stays as its text.
 * @param html clean, as it is stored
 */
export const withUris = (html: string): string =>
  html.replace(LINK, (_, before: string, address: string) => {
    const uri = uriOf(decoded(address))
    return uri === null ? before : `${before} href="${uri.replaceAll('&', '&amp;')}"`
  })
