import { type Extension, type Node, nibbleAt, type Plain, values } from './trie.ts'

/** What a key holds in two versions of a trie; nothing where the key is missing. */
export interface Change<Value> {
  readonly before: Value | undefined
  readonly after: Value | undefined
}

/**
 * The values that differ between two versions of a trie, each once, in no order. Parts that the two share
 * are passed over, so this costs what was written between them, not what is there.
 * `keyOf` gives something that tells the value's key from others.
 */
export function* trieChanges<Value>(
  before: Node<Value> | undefined,
  after: Node<Value> | undefined,
  keyOf: (value: Value) => string,
): Generator<Change<Value>> {
  const ahead = [{ before, after, depth: 0 }]
  for (let pair = ahead.pop(); pair !== undefined; pair = ahead.pop()) {
    if (pair.before === pair.after) continue
    const { depth } = pair
    const [old, now] = [plain(pair.before), plain(pair.after)]
    if (old?.kind === 'branch' && now?.kind === 'branch') {
      for (let index = 0; index < 16; index++) {
        const child = { before: old[index], after: now[index] }
        ahead.push({ ...child, depth: depth + 1 })
      }
    } else if (old?.kind === 'extension' && now?.kind === 'extension' && isAlong(old, now, depth)) {
      ahead.push({ before: old.child, after: now.child, depth: old.end })
    } else yield* listChanges(old, now, keyOf)
  }
}

function plain<Value>(node: Node<Value> | undefined): Plain<Value> | undefined {
  return node?.kind === 'frozen' ? node.thaw() : node
}

/** Whether both extensions, at the same depth, lead to the same place. */
function isAlong<Value>(left: Extension<Value>, right: Extension<Value>, depth: number): boolean {
  if (left.end !== right.end) return false
  for (let at = depth; at < left.end; at++) {
    if (nibbleAt(left.key, at) !== nibbleAt(right.key, at)) return false
  }
  return true
}

/** The same for parts of different shape: there is little below them, so all of it is listed. */
function* listChanges<Value>(
  before: Node<Value> | undefined,
  after: Node<Value> | undefined,
  keyOf: (value: Value) => string,
): Generator<Change<Value>> {
  const now = new Map<string, Value>()
  for (const value of values(after)) now.set(keyOf(value), value)
  for (const old of values(before)) {
    const key = keyOf(old)
    const value = now.get(key)
    now.delete(key)
    if (value !== old) yield { before: old, after: value }
  }
  for (const value of now.values()) yield { before: undefined, after: value }
}
