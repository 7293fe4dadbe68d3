import type { Packed } from './packed.ts'
import { type Node, nibbleAt } from './trie.ts'

/** Nodes to be looked at: whole, or only their keys from the first one wanted on. */
interface Ahead<Value> {
  readonly node: Node<Value> | undefined
  readonly depth: number
  readonly isWhole: boolean
}

/**
 * The values whose keys are `from` or above, in the order of their keys; `from` may be the begin of
 * a key. Parts below it are passed over.
 */
export function* valuesFrom<Value>(
  root: Node<Value> | undefined,
  from: Packed,
): Generator<Value, void> {
  const ahead: Ahead<Value>[] = [{ node: root, depth: 0, isWhole: from === '' }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { node, depth, isWhole } = next
    if (node === undefined) continue
    if (node.kind === 'leaf') {
      if (isWhole || node.key >= from) yield node.value
    } else if (node.kind === 'frozen') {
      ahead.push({ node: node.passing(), depth, isWhole })
    } else if (node.kind === 'extension') {
      const side = isWhole ? 1 : compare(node.key, from, depth, node.end)
      if (side >= 0) ahead.push({ node: node.child, depth: node.end, isWhole: side > 0 })
    } else {
      const first = isWhole ? 0 : nibbleAt(from, depth)
      for (let index = 15; index >= first; index--) {
        const child = node[index]
        ahead.push({ node: child, depth: depth + 1, isWhole: isWhole || index > first })
      }
    }
  }
}

/** Whether the nibbles of `key` from `start` to `end` are below those of `from` (-1), the same, or above. */
function compare(key: Packed, from: Packed, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const difference = nibbleAt(key, at) - nibbleAt(from, at)
    if (difference !== 0) return difference
  }
  return 0
}
