// Runs before the first paint: redirects phones to the mobile site, sets light or dark so that nothing flashes, and sends the page's
// first requests before its scripts have loaded. A separate file, since the content security policy forbids inline scripts.
;(() => {
  const remembered = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key)
    } catch {
      return null
    }
  }
  const remember = (key, value) => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Storage is disabled: the choice applies to this page only.
    }
  }

  // The page did not begin, since a server of another build was asked for a part of it, or none answered.
  const again = () => document.getElementById('root')?.firstChild || import('/again.js')
  addEventListener('error', ({ target }) => /SCRIPT|stylesheet/.test(target.tagName + target.rel) && again(), true)
  addEventListener('unhandledrejection', again)

  const meta = (name) => document.querySelector(`meta[name="greenroom:${name}"]`)?.content ?? ''
  const mobileSite = meta('mobile-site')
  const hasMobileSite = /^https?:\/\//.test(mobileSite)
  const isPhone = /Android|iPhone|Symbian|Windows Phone/i.test(navigator.userAgent)
  // The query need only contain it (spec section 1): `?pc`, `?equipment=pc`.
  const asksForDesktop = location.search.includes('pc')
  // Once chosen on a phone, the desktop site is kept for later addresses without the parameter.
  const stays = !isPhone || !hasMobileSite || asksForDesktop || remembered('equipment') === 'pc'

  if (!stays) {
    remember('equipment', 'h5')
    location.replace(mobileSite)
    return
  }
  if (!isPhone || asksForDesktop) remember('equipment', 'pc')
  // No choice was made: the phone is redirected as soon as a mobile site is configured.
  else if (remembered('equipment') === null) remember('equipment', 'h5')

  // Preloads the texts, as in `src/i18n/index.ts`; those of a language that only the browser prefers are loaded by the scripts.
  const language = /[?&]lang=(\w+)/.exec(location.search)?.[1] ?? remembered('language')
  const texts = meta('texts')
    .split(';')
    .map((files) => files.split(' '))
  // Texts that a language has not are English.
  for (const file of texts
    .filter(([of], at) => of === language || (at === 0 && language !== 'cn'))
    .flatMap(([, ...files]) => files)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', href: file })
    document.head.append(link)
  }

  // Signed-in pages render only with the user and the menu. Both are requested now, with the first page of the screen's list;
  // `src/session/early.ts` passes the answers on.
  const token = /(?:^|;\s*)Admin-Token=([^;]+)/.exec(document.cookie)
  const isPublic = /^\/(login|register|success|verify|googleCode|404)\/?$/.test(location.pathname)
  if (token && !isPublic) {
    const headers = { token: decodeURIComponent(token[1]) }
    // What this tab looks at as somebody else (`src/api/seeing.ts`).
    const seeing = remembered('seeing', 'sessionStorage')
    if (seeing) headers['x-see-as'] = seeing
    const request = (path, init) => {
      const answer = fetch(path, { ...init, headers })
      // No unhandled rejection: whatever awaits the answer handles the failure.
      answer.catch(() => {})
      return answer
    }
    window.greenroomEarly = {
      token: headers.token,
      '/sys/user/info/login': request('/cms/sys/user/info/login'),
      '/sys/menu/nav': request('/cms/sys/menu/nav', { method: 'POST', body: new URLSearchParams() }),
    }
    const list = meta('list')
    if (list && location.search === '') {
      const page = { address: list, arriving: request(list).then((answer) => answer.json()) }
      page.arriving.then((body) => Object.assign(page, { body })).catch(() => {})
      window.greenroomEarly.page = page
    }
  }

  const chosen = remembered('theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = chosen === 'dark' || (chosen !== 'light' && prefersDark)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
