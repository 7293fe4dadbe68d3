/**
 * Encodes each value to JSON once, however many ask for it: subscribers share the text.
 * A text lives as long as its value.
 */
export function encodeOnce<Value extends object>(
  format: (value: Value) => unknown,
): (value: Value) => string {
  const texts = new WeakMap<Value, string>()
  return (value) => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(format(value))
    texts.set(value, text)
    return text
  }
}
