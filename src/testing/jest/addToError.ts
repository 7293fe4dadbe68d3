/** Appends a text to the message of an error, also in its stack, which is what Jest prints. */
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
