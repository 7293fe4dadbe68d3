const listeners = new Set<() => void>()

/** Calls back whenever a devnet of this process has been closed. */
export function onDevnetClosed(listener: () => void): void {
  listeners.add(listener)
}

export function tellDevnetClosed(): void {
  for (const listener of listeners) listener()
}
