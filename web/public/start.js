// Runs before anything is drawn, from a file of its own since the content policy lets no inline script in: sends phones to the
// mobile site, chooses light or dark so that nothing flashes, and asks for what the page will need before its scripts are there.
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

  const said = (name) => document.querySelector(`meta[name="greenroom:${name}"]`)?.content ?? ''
  const mobileSite = said('mobile-site')
  const hasMobileSite = /^https?:\/\//.test(mobileSite)
  const isPhone = /Android|iPhone|Symbian|Windows Phone/i.test(navigator.userAgent)
  // The query need only contain it (spec section 1): `?pc`, `?equipment=pc`.
  const asksForDesktop = location.search.includes('pc')
  // A phone that asked for this site once stays on it, also where the address no longer says so.
  const stays = !isPhone || !hasMobileSite || asksForDesktop || remembered('equipment') === 'pc'

  if (!stays) {
    remember('equipment', 'h5')
    location.replace(mobileSite)
    return
  }
  if (!isPhone || asksForDesktop) remember('equipment', 'pc')
  // Nobody chose the desktop here: once there is a mobile site, this phone is sent to it.
  else if (remembered('equipment') === null) remember('equipment', 'h5')

  // Texts are in English or Chinese, as `src/i18n/languages.ts` says; the file of another language comes with the scripts.
  const language = /[?&]lang=(\w+)/.exec(location.search)?.[1] ?? remembered('language')
  const texts = said('texts')
    .split(';')
    .map((files) => files.split(' '))
  for (const file of (texts.find(([of]) => of === language) ?? texts[0]).slice(1)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', href: file })
    document.head.append(link)
  }

  // Behind the log-in nothing can be drawn before it is known who is there and what they may see: asked now together with the
  // list's first page, and taken up by `src/session/early.ts` once the scripts are here.
  const token = /(?:^|;\s*)Admin-Token=([^;]+)/.exec(document.cookie)
  const isPublic = /^\/(login|register|success|verify|googleCode|404)\/?$/.test(location.pathname)
  if (token && !isPublic) {
    const headers = { token: decodeURIComponent(token[1]) }
    const ask = (path, init) => {
      const answer = fetch(path, { ...init, headers })
      // Whoever takes it up hears of the failure.
      answer.catch(() => {})
      return answer
    }
    window.greenroomEarly = {
      token: headers.token,
      '/sys/user/info/login': ask('/cms/sys/user/info/login'),
      '/sys/menu/nav': ask('/cms/sys/menu/nav', { method: 'POST', body: new URLSearchParams() }),
    }
    const list = said('list')
    if (list && location.search === '') {
      const page = { address: list, arriving: ask(list).then((answer) => answer.json()) }
      page.arriving.then((body) => Object.assign(page, { body })).catch(() => {})
      window.greenroomEarly.page = page
    }
  }

  const chosen = remembered('theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = chosen === 'dark' || (chosen !== 'light' && prefersDark)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
