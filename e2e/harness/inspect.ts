// Runs in the page: axe on a part of it. Contrast only of colours that no check has passed yet.
import type axe from 'axe-core'
import type { AxeResults, ContextObject, RunOptions } from 'axe-core'

export type Extent = 'part' | 'screen' | 'shell'
type Found = { id: string; help: string; nodes: { html: string }[] }

/**
 * @param known hashes of passed colours: of the text and of what lies behind it, with the classes of its elements. The
 * same classes and colours have the same contrast wherever they are, and axe takes half of its time to compute it.
 * @returns violations, and the hashes of colours that passed now
 */
export async function inspect([extent, isWhole, known]: [Extent, boolean, number[]]): Promise<{
  violations: Found[]
  passed: number[]
}> {
  const { axe: run } = globalThis as unknown as { axe: typeof axe }
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const dialogs = shown('[role=dialog][aria-modal=true]')
  const main = document.querySelector('main')
  const column = 'div:has(> main)'
  const parts = (): Element[] => {
    if (dialogs.length > 0) return [...dialogs, ...shown('[role=alert], [role=status]')]
    if (!main) return [document.documentElement]
    // Menus, lists of options and messages are drawn beside the application, banners above the content.
    const floating = shown('body > *').filter((element) => !element.contains(main))
    return [main, ...floating, ...shown(`${column} > :not(main, header, nav)`)]
  }
  const include = extent === 'part' ? parts() : [document.documentElement]
  const exclude = extent === 'shell' ? [] : ['aside > nav', `${column} > :is(header, nav)`].flatMap(shown)

  const backgrounds = new Map<Element, string>()
  /** Everything behind an element's text, up to what covers the rest. */
  const behind = (element: Element | null): string => {
    if (!element) return ''
    const had = backgrounds.get(element)
    if (had !== undefined) return had
    const style = getComputedStyle(element)
    const own = [element.localName, element.getAttribute('class'), style.position, style.opacity, style.filter]
    const back = [style.backgroundColor, style.backgroundImage, style.mixBlendMode]
    const isOpaque = style.backgroundColor.startsWith('rgb(') && style.opacity === '1'
    const all = `${[...own, ...back].join()}>${isOpaque ? '' : behind(element.parentElement)}`
    backgrounds.set(element, all)
    return all
  }
  /** axe doesn't judge the words of a disabled control. */
  const isOff = (element: Element) =>
    element.closest(':disabled, [aria-disabled=true], [inert]') !== null ||
    element.closest<HTMLLabelElement>('label')?.control?.matches(':disabled, [aria-disabled=true]') ||
    (element.id !== '' && document.querySelector(`:disabled[aria-labelledby~="${element.id}"]`) !== null)
  const faded = (element: Element | null): string =>
    element ? faded(element.parentElement) + (getComputedStyle(element).opacity === '1' ? '' : 'faded') : ''
  const hash = (text: string) => {
    let [low, high] = [0x9e3779b9, 0x85ebca6b]
    for (let at = 0; at < text.length; at++) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x9e3779b1)
      high = Math.imul(high ^ text.charCodeAt(at), 0x5f356495)
    }
    return (high >>> 11) * 0x100000000 + (low >>> 0)
  }
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  /** One element of each new hash. */
  const fresh = new Map<number, Element>()
  const passedBefore = new Set(known)
  for (const part of include)
    for (const element of [part, ...part.querySelectorAll('body *')]) {
      if (!hasText(element) || !element.checkVisibility() || exclude.some((one) => one.contains(element))) continue
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const own = [color, fontSize, fontWeight, textShadow, isOff(element), faded(element)]
      const key = hash(`${own.join()}<${behind(element)}`)
      if (!passedBefore.has(key) && !fresh.has(key)) fresh.set(key, element)
    }

  // For contrast, axe reads some twenty styles of each element of the document, although no text stands on an icon, on
  // what is not drawn, on the menu, or on the page behind a dialog that covers it. It meets them in this walk only.
  const covers = (element: Element) => getComputedStyle(element).backgroundColor.startsWith('rgb(')
  const covered = extent === 'part' && dialogs.length > 0 && dialogs.every(covers) ? shown('main') : []
  const unread = new Set<Node>([...exclude, ...covered, ...document.querySelectorAll('svg[aria-hidden=true]')])
  document.createTreeWalker = (root, what) =>
    Document.prototype.createTreeWalker.call(document, root, what, (node) =>
      unread.has(node) || !(node as Element).checkVisibility() ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    )
  const results: AxeResults[] = []
  // Reporting what passes takes twice as long as finding violations, and only `html` is shown.
  const perform = async (of: ContextObject, options: RunOptions) =>
    results.push(await run.run(of, { selectors: false, iframes: false, ...options }))
  try {
    // What lies outside every landmark would be a part of what surrounds each screen; the rule looks at every element.
    const others = {
      'color-contrast': { enabled: false },
      region: { enabled: extent === 'shell' },
      // The shell of leaders and agents, who have only a thumb.
      'target-size': { enabled: document.querySelector('[data-shell=portal]') !== null },
    }
    if (isWhole) await perform({ include, exclude }, { resultTypes: ['violations'], rules: others })
    // A toast can close, or a part can re-render, during the first run: colours of detached elements are not recorded.
    for (const [key, element] of fresh) if (!element.isConnected) fresh.delete(key)
    const elements = [...fresh.values()]
    if (elements.length > 0)
      await perform(
        // axe compares each element of the page with each of these.
        elements.length > 60 ? { include: parts(), exclude } : { include: elements, exclude },
        { resultTypes: ['violations', 'incomplete'], elementRef: true, runOnly: ['color-contrast'] },
      )
  } finally {
    Reflect.deleteProperty(document, 'createTreeWalker')
  }
  const unsure = results.flatMap(({ violations, incomplete }) => [...violations, ...incomplete])
  const failed = new Set(unsure.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
  return {
    violations: results
      .flatMap(({ violations }) => violations)
      .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) })),
    passed: [...fresh].filter(([, element]) => !failed.has(element as HTMLElement)).map(([key]) => key),
  }
}
