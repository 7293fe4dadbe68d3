/** Adds a text to what an error says, as Jest prints it: from its stack, up to the first place in it. */
export function addToError(error: unknown, text: string): void {
  if (typeof error !== 'object' || error === null) return
  const { message, stack } = error as { readonly message?: unknown; readonly stack?: unknown }
  if (typeof message !== 'string') return
  const added = `${message}\n\n${text}`
  Object.assign(error, {
    message: added,
    ...(typeof stack === 'string' && { stack: stack.replace(message, () => added) }),
  })
}
