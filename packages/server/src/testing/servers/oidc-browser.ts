/** The parts of a browser that a provider needs: cookies, redirects and forms. */

/** Follows redirects until one leads to `until`, keeping cookies by name. */
class Visitor {
  readonly cookies = new Map<string, string>()

  async open(address: string, until: string, form?: URLSearchParams): Promise<{ url: string; html: string }> {
    if (address.startsWith(until)) return { url: address, html: '' }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(name, value)
    }
    const next = reply.headers.get('location')
    if (next) return this.open(new URL(next, address).href, until)
    return { url: address, html: await reply.text() }
  }
}

/**
 * Signs in at the provider like a person: enters the login, consents, and is sent back.
 * @param url where the product sends the browser
 * @returns the query string of the address to which the provider sends it back
 */
export async function passProvider(url: string, returnUrl: string, login: string): Promise<string> {
  const visitor = new Visitor()
  let at = await visitor.open(url, returnUrl)
  const forms: Record<string, string>[] = [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]
  for (const fields of forms) {
    if (at.url.startsWith(returnUrl)) break
    const [, action = ''] = /action="([^"]+)"/.exec(at.html) ?? []
    at = await visitor.open(new URL(action, at.url).href, returnUrl, new URLSearchParams(fields))
  }
  return new URL(at.url).search
}
