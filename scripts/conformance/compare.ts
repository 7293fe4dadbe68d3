/** One place where two JSON values differ; `undefined` is a value that is not there. */
export interface Difference {
  /** From the root: `result.calls[0].gasUsed`. */
  readonly path: string
  readonly expected: unknown
  readonly got: unknown
}

/** Where two JSON values differ: objects without regard to the order of their keys, numbers by value. */
export function compare(expected: unknown, got: unknown, path = ''): readonly Difference[] {
  if (Array.isArray(expected) && Array.isArray(got)) {
    const length = Math.max(expected.length, got.length)
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      compare(expected[index], got[index], `${path}[${index}]`),
    )
  }
  if (isObject(expected) && isObject(got)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(got)])
    return [...keys].flatMap((key) =>
      compare(valueAt(expected, key), valueAt(got, key), path === '' ? key : `${path}.${key}`),
    )
  }
  return expected === got ? [] : [{ path, expected, got }]
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Not what an object has from its prototype. */
function valueAt(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
