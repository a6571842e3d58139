// The page that `portal-worker.js` shows without a network, at the address that was asked for: it opens as soon as the server answers.
;(() => {
  const texts = JSON.parse(document.getElementById('texts').textContent)
  const remembered = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const { tag, dir, words } = texts[remembered('language')] ?? texts.en
  Object.assign(document.documentElement, { lang: tag, dir })
  const [said, again] = [document.getElementById('said'), document.getElementById('again')]
  said.textContent = words[0]
  again.textContent = words[1]
  again.hidden = false
  const open = () => location.reload()
  again.onclick = open
  const ask = () =>
    fetch('/readyz?serves', { cache: 'no-store' })
      .then(({ status }) => status < 500 && open())
      .catch(() => {})
  addEventListener('online', ask)
  setInterval(ask, 5_000)
})()
