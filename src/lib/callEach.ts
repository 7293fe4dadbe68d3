/** Calls each of the listeners that there are now, also where others throw: `onError` gets what they do. */
export function callEach<Listener>(
  listeners: Iterable<Listener>,
  call: (listener: Listener) => void,
  onError: (error: unknown) => void,
): void {
  for (const listener of [...listeners]) {
    try {
      call(listener)
    } catch (error) {
      onError(error)
    }
  }
}
