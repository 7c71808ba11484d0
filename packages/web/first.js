// Runs before everything else; a separate file because the page allows no inline scripts.

// Sets the theme before the first paint, to avoid a white flash in the dark theme.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // Without storage the system's theme is used.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()

// What the build has noted in the page (web/build/name-parts.ts).
const namedBy = (name) => JSON.parse(document.querySelector(`meta[name="${name}"]`)?.content ?? '{}')
const listed = (name, addresses) => {
  const lists = namedBy(name)
  return addresses.flatMap((address) => lists[address] ?? [])
}

// A part that the answer does not have is asked for by itself.
const partIn = async (replies, address, headers) => {
  const part = (await replies)?.find(({ path }) => address === `/api${path}`)
  return part ? new Response(JSON.stringify(part.body), { status: part.status }) : fetch(address, { headers })
}

// The first calls leave at once; the program takes the answers over (web/src/api/early.ts). `askEarly` makes one,
// `askTogether` those of every screen as one, `askListed` those that the build has listed for some addresses
// (web/build/name-parts.ts), as does `fetchParts`.
const beginEarly = () => {
  /** An answer that has not been taken by then is too old. */
  const OLD_MS = 10_000
  const early = (globalThis.early = new Map())
  setTimeout(() => early.clear(), OLD_MS)
  const note = (call, answer) => {
    // Whoever takes it handles the failure.
    answer.catch(() => {})
    early.set(JSON.stringify(call), answer)
  }
  const askEarly = (method, address, { token, ...init } = {}) =>
    note([method, address, init.body ?? null, token ?? null], fetch(address, { method, ...init }))
  const askTogether = (token) => {
    const headers = { Authorization: `Bearer ${token}` }
    for (const [whole, addresses] of Object.entries(namedBy('together'))) {
      const read = async (answer) => (answer.ok ? (await answer.json()).replies : undefined)
      const replies = fetch(whole, { headers })
        .then(read)
        .catch(() => undefined)
      for (const address of addresses) note(['GET', address, null, token], partIn(replies, address, headers))
    }
  }
  const askListed = (addresses, token) => {
    for (const [method, address, value] of listed('calls', addresses)) {
      const body = value && JSON.stringify(value)
      const headers = {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      }
      askEarly(method, address, { token, body, headers })
    }
  }
  const fetchParts = (addresses) => {
    for (const href of listed('parts', addresses))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  return { askEarly, askTogether, askListed, fetchParts }
}

// A kept page of an older build is reloaded while somebody may be typing: the login outlives it, the password never does.
const outliveReload = (login, rememberMe) => {
  const KEY = 'vypusk.typed-login'
  try {
    const typed = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    if (typed) [login.value, rememberMe.checked] = typed
  } catch {
    // Without storage it is typed again.
  }
  addEventListener('pagehide', () => {
    // The form is gone once somebody has signed in.
    if (!login.isConnected || !login.value) return
    try {
      sessionStorage.setItem(KEY, JSON.stringify([login.value, rememberMe.checked]))
    } catch {
      // Without storage it is typed again.
    }
  })
}

// Shows the form of the sign-in before the program has come (web/build/written-form.ts). What is typed or sent meanwhile
// is taken over by the program (web/src/features/session/written-form.ts).
const showForm = () => {
  const root = document.getElementById('root')
  const template = document.getElementById('sign-in')
  if (document.readyState !== 'interactive' || !template) return
  for (const styled of template.content.querySelectorAll('[data-style]')) {
    styled.style.cssText = styled.dataset.style
    delete styled.dataset.style
  }
  root.append(template.content)
  globalThis.writtenForm = { isSent: false }
  const [login, password, rememberMe] = root.querySelectorAll('input')
  try {
    const saved = /(?:^|; )saved_id=([^;]+)/.exec(document.cookie)?.[1]
    if (saved) [login.value, rememberMe.checked] = [decodeURIComponent(saved), true]
  } catch {
    // A cookie of another program that cannot be decoded is typed over.
  }
  outliveReload(login, rememberMe)
  ;(login.value ? password : login).focus()
  const hold = (event) => {
    if (!globalThis.writtenForm) return
    event.preventDefault()
    globalThis.writtenForm.isSent = true
    event.target.querySelector('[type=submit]').dataset.loading = 'true'
  }
  root.addEventListener('submit', hold, true)
}

// A client is led from `/` to a screen of their own (web/src/api/session.ts).
const screenAt = (pathname, { home = '/' }) => (pathname === '/' ? home : pathname)

// Until somebody has folded or unfolded the rail, the window decides (web/src/components/shared/shell/Shell.tsx).
const isRailNarrow = () => {
  const chosen = localStorage.getItem('vypusk.rail.narrow')
  return chosen === null ? matchMedia('(max-width: 1199px)').matches : chosen === 'true'
}

// The outline of the screens is for signed-in people; a narrow rail is drawn narrow. The calls and files of the screen
// are requested together with the program.
;(() => {
  const ANSWERS_WITHIN_MS = 10_000
  const { pathname, search } = location
  const { askEarly, askTogether, askListed, fetchParts } = beginEarly()
  try {
    const isNarrow = isRailNarrow()
    const session = JSON.parse(localStorage.getItem('vypusk.session') ?? 'null')
    // A page that the browser has kept is compared with the server's build (web/src/kept-page.ts).
    if (document.querySelector('meta[name="build"]') && navigator.serviceWorker?.controller) {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
      askEarly('GET', '/build.txt', { cache: 'no-store', redirect: 'manual', signal })
    }
    if (session && !pathname.startsWith('/approve/')) {
      document.documentElement.dataset.frame = isNarrow ? 'screens narrow' : 'screens'
      const at = screenAt(pathname, session)
      // A filter in the address changes what the screen itself asks for.
      if (search === '') askListed([at], session.token)
      askTogether(session.token)
      fetchParts(['*', at])
    } else if (!session && pathname === '/login') {
      askListed(['sign-in'])
      document.addEventListener('readystatechange', showForm)
    }
  } catch {
    // No outline then, and the program asks by itself.
  }
})()

// Says so when the browser lacks what the program is written with (docs/decisions/0179).
if (!(Map.groupBy && Promise.withResolvers && AbortSignal.any)) {
  document.addEventListener('DOMContentLoaded', () => (document.getElementById('old-browser').hidden = false))
}

// The program failed to load: retried until the connection is back, for a quarter of an hour at most.
;(() => {
  const [PAUSE_MS, TRIES, KEY] = [5000, 180, 'vypusk.tries']
  /** Counts the attempts. Without storage it gives up at once, rather than reloading for ever. */
  const triesSoFar = () => {
    try {
      const tries = Number(sessionStorage.getItem(KEY) ?? 0)
      sessionStorage.setItem(KEY, String(tries + 1))
      return tries
    } catch {
      return TRIES
    }
  }
  const askAgain = () => {
    const tries = triesSoFar()
    const next = tries < TRIES ? 'Страница откроется сама, как только связь вернётся.' : 'Обновите страницу.'
    delete document.documentElement.dataset.frame
    document.getElementById('root').textContent = `Связь с сервером прервалась. ${next}`
    if (tries >= TRIES) return
    setTimeout(() => location.reload(), PAUSE_MS)
  }
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && askAgain(), true)
  addEventListener('program-lost', askAgain)
})()
