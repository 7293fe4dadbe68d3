/** The function, which computes its value for an object once: for objects that never change. */
export function remembered<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const computed = compute(key)
    known.set(key, computed)
    return computed
  }
}

/**
 * The function, which keeps its value for the object that it was asked for last: for what is asked for many
 * times in a row and is small, as that object is kept, too.
 */
export function lastKept<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) }
    return last.value
  }
}
