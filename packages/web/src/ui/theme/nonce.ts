/** What the page's security policy lets styles be written by; the server puts it into the page. Empty in tests. */
export const styleNonce: string = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// How the library that keeps the page still behind a dialog is told (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
