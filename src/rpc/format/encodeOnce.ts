/**
 * Encodes what is told of an event to JSON once, however many ask for it: subscribers share the text.
 * A text lives as long as its event, so an event must be nothing that is kept.
 */
export function encodeOnce<Event extends object>(
  format: (event: Event) => unknown,
): (event: Event) => string {
  return computeOnce((event) => JSON.stringify(format(event)))
}

/** As `encodeOnce`, for an event of which several things are told. */
export function encodeEachOnce<Event extends object>(
  format: (event: Event) => readonly unknown[],
): (event: Event) => readonly string[] {
  return computeOnce((event) => format(event).map((value) => JSON.stringify(value)))
}

/** As `encodeOnce`, in UTF-8, for messages that are the same to the last byte for all. */
export function encodeBytesOnce<Event extends object>(
  format: (event: Event) => unknown,
): (event: Event) => Uint8Array {
  const utf8 = new TextEncoder()
  return computeOnce((event) => utf8.encode(JSON.stringify(format(event))))
}

/** Computes an encoding of an event, or several, once, however many ask for it. */
export function computeOnce<
  Event extends object,
  Result extends string | readonly string[] | Uint8Array,
>(compute: (event: Event) => Result): (event: Event) => Result {
  const results = new WeakMap<Event, Result>()
  return (event) => {
    const known = results.get(event)
    if (known !== undefined) return known
    const result = compute(event)
    results.set(event, result)
    return result
  }
}
