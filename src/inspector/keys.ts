import { makeFlashblock, pauseOrResume, seal } from './Controls.tsx'
import { hasKeys } from './settings.ts'

/** Keys and what they do, for the help. */
export const keyWords = [
  ['/', 'search'],
  ['j, k', 'next and previous link in a table or the timeline'],
  ['Enter', 'open it'],
  ['f', 'make a flashblock'],
  ['s', 'seal the block'],
  ['Space', 'pause or resume'],
  ['n, b, o, u, e', 'in the debugger: next, back, over, out, end'],
  ['p, n, e, x', 'for a scenario: pause or resume, next step, to the end, stop'],
  ['Esc', 'leave a field or close this'],
  ['?', 'this help'],
] as const

/** Keys of the screen that is open. */
export const screenKeys: { actions: Readonly<Record<string, () => void>> } = { actions: {} }

/** Adds the keyboard shortcuts, which do nothing while the user types. */
export function listenToKeys(help: () => void): () => void {
  function onKey(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key === 'Escape' && target instanceof HTMLElement) target.blur()
    if (!hasKeys.value || ctrlKey || metaKey || altKey || isTyping(target)) return
    const isOnButton = target instanceof Element && target.closest('button, summary, a') !== null
    if (key === ' ' && isOnButton) return
    const action = actions(help)[key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function actions(help: () => void): Readonly<Record<string, () => void>> {
  return {
    '/': () => document.querySelector<HTMLInputElement>('#search')?.focus(),
    j: () => move(1),
    k: () => move(-1),
    f: makeFlashblock,
    s: seal,
    ' ': pauseOrResume,
    '?': help,
    ...screenKeys.actions,
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null
}

/** To the first link of another row or column. */
function move(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr, main .columns > li')]
    .map((row) => row.querySelector<HTMLElement>('a'))
    .filter((link) => link !== null)
  const current = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('a')
  const at = current ? links.indexOf(current) : -1
  const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by
  links[next]?.focus()
}

/** Marks every link to the account whose link the pointer is over, or that has the focus. */
export function markSameAccounts(): () => void {
  let marked: readonly Element[] = []
  function onOver({ target }: Event): void {
    for (const link of marked) link.classList.remove('same')
    const link = target instanceof Element ? target.closest('a[href^="#/account/"]') : null
    const path = CSS.escape(link?.getAttribute('href') ?? '')
    const links = link === null ? [] : [...document.querySelectorAll(`main a[href="${path}"]`)]
    marked = links.length > 1 ? links : []
    for (const link of marked) link.classList.add('same')
  }
  document.addEventListener('pointerover', onOver)
  document.addEventListener('focusin', onOver)
  return () => {
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('focusin', onOver)
  }
}
