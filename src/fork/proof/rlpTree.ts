/** What RLP holds: bytes, or a list. */
export type RlpTree = Uint8Array | readonly RlpTree[]

/** The one item that bytes are the RLP of. Throws a `RangeError` for what is none. */
export function readRlp(bytes: Uint8Array): RlpTree {
  const { tree, end } = read(bytes, 0)
  if (end !== bytes.length) throw new RangeError(`${bytes.length - end} bytes after the RLP`)
  return tree
}

function read(bytes: Uint8Array, at: number): { readonly tree: RlpTree; readonly end: number } {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('RLP that ends too soon')
  if (first < 0x80) return { tree: bytes.subarray(at, at + 1), end: at + 1 }
  const isList = first >= 0xc0
  const { start, end } = span(bytes, at, first - (isList ? 0xc0 : 0x80))
  if (!isList) return { tree: bytes.subarray(start, end), end }
  const items: RlpTree[] = []
  for (let next = start; next < end; ) {
    const item = read(bytes, next)
    items.push(item.tree)
    next = item.end
  }
  return { tree: items, end }
}

/** Where the content of an item is; `size` is what its first byte says of it. */
function span(bytes: Uint8Array, at: number, size: number): { start: number; end: number } {
  const long = Math.max(0, size - 55)
  let length = size
  if (long > 0) {
    length = 0
    for (let index = 1; index <= long; index++) length = length * 256 + (bytes[at + index] ?? 0)
  }
  const start = at + 1 + long
  const end = start + length
  if (end > bytes.length) throw new RangeError('RLP that ends too soon')
  return { start, end }
}
