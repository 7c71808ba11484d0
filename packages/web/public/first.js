// Runs before everything else; a separate file because the page allows no inline scripts.
;(() => {
  // Sets the theme before the first paint, to avoid a white flash in the dark theme.
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // Without storage the system's theme is used.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const page = document.documentElement
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The outline of the screens is for signed-in people; a narrow rail is drawn narrow. The files of the screen are
  // requested together with the program (web/build/name-parts.ts).
  const fetchParts = () => {
    const parts = JSON.parse(document.querySelector('meta[name="parts"]')?.content ?? '{}')
    for (const href of [...(parts['*'] ?? []), ...(parts[location.pathname] ?? [])])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  try {
    const isNarrow = localStorage.getItem('vypusk.rail.narrow') === 'true'
    if (localStorage.getItem('vypusk.session') && !location.pathname.startsWith('/approve/')) {
      page.dataset.frame = isNarrow ? 'screens narrow' : 'screens'
      fetchParts()
    }
  } catch {
    // No outline then.
  }
  // The program failed to load: retried until the connection is back, for a quarter of an hour at most.
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
    delete page.dataset.frame
    document.getElementById('root').textContent = `Связь с сервером прервалась. ${next}`
    if (tries >= TRIES) return
    setTimeout(() => location.reload(), PAUSE_MS)
  }
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && askAgain(), true)
  addEventListener('program-lost', askAgain)
})()
