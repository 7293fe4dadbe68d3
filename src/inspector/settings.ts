import { effect, signal } from '@preact/signals'

export const schemes = ['auto', 'light', 'dark'] as const
type Scheme = (typeof schemes)[number]

export const scheme = signal<Scheme>(schemes.find((one) => one === kept('scheme')) ?? 'auto')
/** Whether single keys do something (WCAG 2.1.4). */
export const hasKeys = signal(kept('keys') !== 'off')

effect(() => {
  document.documentElement.dataset.scheme = scheme.value
  keep('scheme', scheme.value)
})
effect(() => keep('keys', hasKeys.value ? 'on' : 'off'))

/** A browser may refuse to keep anything. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(`preconf ${name}`)
  } catch {
    return null
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`preconf ${name}`, value)
  } catch {
    // It holds until the page is closed.
  }
}
