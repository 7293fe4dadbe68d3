import type { Reader } from '../devnet/read/reader.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import type { View } from '../types/view.ts'
import { RpcError } from './rpcError.ts'

/** More would be too long an answer. */
const mostAccounts = 1_000_000

/**
 * The accounts that blocks after `start` have changed, up to `end`; of `start` itself when there is
 * no end. geth's words for what is no range.
 */
export async function modifiedAccounts(
  reader: Reader,
  start: View,
  end: View | undefined,
): Promise<readonly Hex[]> {
  const to = end ?? start
  const from = end === undefined ? await parentOf(reader, start) : start
  if (from.number >= to.number) {
    throw new RpcError(
      -32000,
      `start block height (${from.number}) must be less than end block height (${to.number})`,
    )
  }
  // Refuses when nobody has kept that state.
  from.state.root()
  const changed: Hex[] = []
  for (const address of to.state.changedSince(from.state)) {
    changed.push(bytesToHex(address))
    if (changed.length > mostAccounts) throw tooMany()
  }
  return changed
}

async function parentOf(reader: Reader, view: View): Promise<View> {
  if (view.kind === 'pending') return view.parent
  const hash = bytesToHex(view.header.parentHash)
  const parent = view.number === 0n ? undefined : await reader.find({ hash })
  if (parent === undefined) throw new RpcError(-32000, `block ${view.hash} has no parent`)
  return parent
}

function tooMany(): RpcError {
  return new RpcError(-32003, `more than ${mostAccounts} accounts: ask for fewer blocks`)
}
