import { SharedText } from '../jsonText.ts'

/** The rest of the message by which a result in JSON is pushed, after the id of the subscription. */
export function restOfPush(json: string): SharedText {
  return new SharedText(`${json}}}`)
}

/**
 * Encodes what is told of an event to the rest of a push once, however many ask for it: subscribers share it.
 * It lives as long as its event, so an event must be nothing that is kept.
 */
export function encodeOnce<Event extends object>(
  format: (event: Event) => unknown,
): (event: Event) => SharedText {
  return computeOnce((event) => restOfPush(JSON.stringify(format(event))))
}

/** As `encodeOnce`, for an event of which several things are told. */
export function encodeEachOnce<Event extends object>(
  format: (event: Event) => readonly unknown[],
): (event: Event) => readonly SharedText[] {
  return computeOnce((event) => format(event).map((value) => restOfPush(JSON.stringify(value))))
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
  Result extends SharedText | readonly unknown[] | Uint8Array,
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
