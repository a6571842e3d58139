// The page did not begin, so it is loaded anew: a few times, later and later, then when somebody presses the button. `start.js` loads this, which
// no page needs otherwise. Servers of two builds may serve beside each other for a while.
const key = 'greenroom:again'
const forgetMs = 120_000
const most = 6
const words = {
  en: ['Greenroom is being updated. This page tries again by itself.', 'Greenroom could not be loaded.', 'Try again'],
  cn: ['Greenroom 正在更新，本页会自动重试。', 'Greenroom 无法加载。', '重试'],
}

/** What a browser without storage has instead. */
const orElse = (work, other) => {
  try {
    return work() ?? other
  } catch {
    return other
  }
}

const language = orElse(() => localStorage.getItem('language'), navigator.language.replace(/^zh.*/i, 'cn'))
const [waits, failed, label] = words[language] ?? words.en
const before = orElse(() => JSON.parse(sessionStorage.getItem(key)), { since: 0, times: 0 })
const now = Date.now() - before.since > forgetMs ? { since: Date.now(), times: 0 } : before
// Without a memory it would go on for ever.
const remembers = orElse(() => {
  sessionStorage.setItem(key, JSON.stringify({ ...now, times: now.times + 1 }))
  return true
}, false)

const said = document.createElement('p')
said.setAttribute('role', 'status')
said.style.cssText = 'font: 16px/1.5 system-ui; margin: 20vh auto; max-width: 30em; padding: 0 1em; text-align: center'
document.getElementById('root')?.replaceChildren(said)
if (remembers && now.times < most) {
  said.textContent = waits
  // Unless the page began after all.
  setTimeout(() => said.isConnected && location.reload(), 500 * 2 ** now.times)
} else {
  const button = document.createElement('button')
  button.textContent = label
  button.onclick = () => {
    orElse(() => sessionStorage.removeItem(key))
    location.reload()
  }
  said.append(failed, ' ', button)
}
