const listeners = new Set<() => void>()

/** Calls back when the next devnet of this process has been closed. */
export function onceDevnetClosed(listener: () => void): void {
  listeners.add(listener)
}

export function tellDevnetClosed(): void {
  for (const listener of listeners) listener()
  listeners.clear()
}
