import type { BlockHeader } from '@ethereumjs/block'
import { blockSize } from '../../../execution/rules/blockSize.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { View } from '../../../types/view.ts'
import { formatHeaderFields } from './header.ts'

/** The uncles of a block; one that is not sealed has none. */
export function unclesOf(view: View): readonly BlockHeader[] {
  return view.kind === 'sealed' ? view.block.uncleHeaders : []
}

/** Uncle object: a block of which only the header is known. */
export function formatUncle(header: BlockHeader) {
  return {
    ...formatHeaderFields(header, bytesToHex(header.hash())),
    size: quantity(blockSize(header, [])),
    uncles: [],
  }
}
