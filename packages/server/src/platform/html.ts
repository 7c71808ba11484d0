import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '@vypusk/contract'

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: allowedHtml.attributes,
  allowedSchemes: [...allowedHtml.schemes],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !allowedHtml.picture.test(attribs['src'] ?? ''),
}

/** Rich text as it may be kept: what the shared allow-list does not name is dropped, its words stay. */
export const cleanHtml = (html: string) => sanitizeHtml(html, rules)
