// What has to be known before everything else; a file of its own because the page allows no inline scripts.
;(() => {
  // Without the theme before the first paint a person with the dark one would see a white flash.
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // A browser that forbids storage shows the theme of the system.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const page = document.documentElement
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The outline of the screens is for whoever is signed in; a narrow rail is drawn narrow. What the screen is made of is
  // asked for together with the program (web/build/name-parts.ts).
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
    // Nothing is drawn ahead.
  }
  // The program itself did not come: it is asked for again until the line is back, for a quarter of an hour at most.
  const [PAUSE_MS, TRIES, KEY] = [5000, 180, 'vypusk.tries']
  /** Where storage is forbidden nothing is counted, and a page that asked for ever would never say so. */
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
