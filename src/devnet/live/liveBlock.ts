import { Block } from '@ethereumjs/block'
import { foreignHeader } from '../../ethereumjs/header/foreignHeader.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { Hex } from '../../lib/hex.ts'
import type { JsonObject } from '../../types/json.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'

/** A block of the live chain for whoever runs something on it: header and state, without its transactions. */
export function liveBlock(
  raw: JsonObject,
  protocol: Pick<Protocol, 'commonAt'>,
  state: StateTree,
): SealedBlock {
  const number = BigInt(raw.number as Hex)
  const common = protocol.commonAt(number, BigInt(raw.timestamp as Hex))
  const header = foreignHeader(raw, common)
  return {
    kind: 'sealed',
    hash: raw.hash as Hex,
    number,
    block: new Block(header, [], [], common.isActivatedEIP(4895) ? [] : undefined, { common }),
    header,
    transactions: [],
    receipts: [],
    state,
    size: typeof raw.size === 'string' ? Number(raw.size) : 0,
  }
}
