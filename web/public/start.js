// Runs before anything is drawn, from a file of its own since the content policy lets no inline script in:
// sends phones to the mobile site, and chooses light or dark so that nothing flashes.
;(() => {
  const remembered = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const remember = (key, value) => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Storage is switched off: the choice holds for this page only.
    }
  }

  const meta = document.querySelector('meta[name="greenroom:mobile-site"]')
  const mobileSite = meta ? meta.content : ''
  const hasMobileSite = /^https?:\/\//.test(mobileSite)
  const isPhone = /Android|iPhone|Symbian|Windows Phone/i.test(navigator.userAgent)
  const asksForDesktop = new URLSearchParams(location.search).has('pc')
  // A phone that asked for this site once stays on it, also where the address no longer says so.
  const stays = !isPhone || !hasMobileSite || asksForDesktop || remembered('equipment') === 'pc'

  if (!stays) {
    remember('equipment', 'h5')
    location.replace(mobileSite)
    return
  }
  if (!isPhone || asksForDesktop) remember('equipment', 'pc')

  const chosen = remembered('theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = chosen === 'dark' || (chosen !== 'light' && prefersDark)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
