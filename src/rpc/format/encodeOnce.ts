import { SharedText } from '../jsonText.ts'

/** The rest of the message by which a result in JSON is pushed, after the id of the subscription. */
export function restOfPush(json: string): SharedText {
  return new SharedText(`${json}}}`)
}

/**
 * Encodes the message of an event once for all subscribers. The text lives as long as its event, so an event must not
 * be kept.
 */
export function encodeOnce<Event extends object>(
  format: (event: Event) => unknown,
): (event: Event) => SharedText {
  return computeOnce((event) => restOfPush(JSON.stringify(format(event))))
}

/** The same as `encodeOnce`, for an event with several messages. */
export function encodeEachOnce<Event extends object>(
  format: (event: Event) => readonly unknown[],
): (event: Event) => readonly SharedText[] {
  return computeOnce((event) => format(event).map((value) => restOfPush(JSON.stringify(value))))
}

/** The same as `encodeOnce`, in UTF-8, for messages that are equal to the last byte. */
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
