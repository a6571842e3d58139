// The log-in form of `index.html`, which is there before any script of the app: in the reader's language, and sent as soon as it is filled in.
// The app takes over what was typed and the answer (`src/rooms/access/Login.tsx`). The server leaves the form out where a session is.
;(() => {
  const form = document.getElementById('early-login')
  if (!form) return
  const isElsewhere = /^\/(register|success|verify|googleCode|404|invite|provider)\/?$/.test(location.pathname)
  if (isElsewhere || /(?:^|;\s*)Admin-Token=[^;]/.test(document.cookie)) return form.remove()

  const texts = JSON.parse(document.getElementById('login-texts').textContent)
  const remembered = () => {
    try {
      return localStorage.getItem('language')
    } catch {
      return null
    }
  }
  // As in `src/i18n/index.ts`: asked for, chosen, or one of the seven that a browser prefers.
  const ofTag = (tag) => {
    const [base, ...rest] = tag.toLowerCase().split('-')
    return base === 'zh' ? (rest.some((part) => /^(tw|hk|mo|hant)$/.test(part)) ? 'zh_tw' : 'cn') : base
  }
  const preferred = navigator.languages.map(ofTag).find((one) => texts[one])
  const asked = [/[?&]lang=(\w+)/.exec(location.search)?.[1], remembered(), preferred === 'cn' ? 'en' : preferred]
  const language = asked.find((one) => texts[one]) ?? 'en'
  const { tag, dir, words } = texts[language]
  Object.assign(document.documentElement, { lang: tag, dir })
  for (const [at, element] of form.querySelectorAll('[data-text]').entries()) element.textContent = words[at]

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.sent) return
    const [username, password] = form.elements
    const body = new URLSearchParams({ username: username.value.trim(), password: password.value })
    form.sent = fetch('/cms/sys/login', { method: 'POST', body })
    // Whoever takes it handles the failure.
    form.sent.catch(() => {})
    form.setAttribute('aria-busy', 'true')
  })
  window.earlyLogin = () => {
    const [username, password] = form.elements
    return {
      username: username.value,
      password: password.value,
      isInPassword: document.activeElement === password,
      sent: form.sent,
    }
  }
  // The app's page stands in its place, whichever it is.
  new MutationObserver(() => {
    form.remove()
    delete window.earlyLogin
  }).observe(document.getElementById('root'), { childList: true })
  form.hidden = false
  form.elements[0].focus()
})()
