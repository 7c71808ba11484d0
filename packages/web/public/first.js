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
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // zod would try to compile its schemas with `new Function`, which the page's security policy forbids.
  // eslint-disable-next-line no-underscore-dangle -- zod's own name for its settings
  globalThis.__zod_globalConfig = { jitless: true }
})()
