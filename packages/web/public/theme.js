// Runs before the first paint, from a file of its own because the page allows no inline scripts:
// without it a person with the dark theme would see a white flash at every load.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // A browser that forbids storage shows the theme of the system.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
