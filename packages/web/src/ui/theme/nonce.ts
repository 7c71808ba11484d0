/**
 * The nonce with which the page's content security policy allows styles; the server writes it into the page. Empty in
 * tests; where the page itself is made, its placeholder (build/written-form.ts).
 */
export const styleNonce: string = globalThis.document
  ? (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')
  : 'NONCE'

// This is how the library that locks scrolling behind a dialog receives the nonce (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
