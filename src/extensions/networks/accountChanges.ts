import type { Devnet } from '../../devnet/devnet.ts'
import { changedSlots } from '../../execution/construct.ts'
import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import type { Flashblock } from '../../types/view.ts'

/** An account that a sub-block has changed, as it is after it. */
export interface ChangedAccount {
  readonly address: Hex
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  /** The slots that the sub-block changed: number and value, 32 bytes each. */
  readonly storage: readonly (readonly [slot: Hex, value: Hex])[]
  /** Only if the sub-block changed it. */
  readonly code: Uint8Array | undefined
}

/**
 * The accounts that differ from those before a sub-block, in the order of their addresses; `isWanted` chooses among
 * them. Costs what was written, and for contracts among them what their storage holds.
 */
export function changedAccounts(
  { publisher }: Pick<Devnet, 'publisher'>,
  { index, view }: Flashblock,
  isWanted: (address: Hex) => boolean = () => true,
): readonly ChangedAccount[] {
  const before = (publisher.flashblocks[index - 1]?.view ?? view.parent).state
  const after = view.state
  const changed = [...after.changedSince(before)].map((bytes) => ({
    bytes,
    address: bytesToHex(bytes),
  }))
  const inOrder = changed.sort((one, other) => (one.address < other.address ? -1 : 1))
  return inOrder.flatMap(({ bytes, address }) => {
    if (!isWanted(address)) return []
    const { nonce = 0n, balance = 0n } = after.account(bytes) ?? {}
    const code = after.code(bytes)
    return {
      address,
      nonce,
      balance,
      storage: changedSlots(bytes, before, after).map(
        ([slot, value]) => [bytesToHex(slot), bytesToHex(value)] as const,
      ),
      code: equalBytes(code, before.code(bytes)) ? undefined : code,
    }
  })
}
