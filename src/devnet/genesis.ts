import { createBlock } from '@ethereumjs/block'
import type { Protocol } from '../evm/protocol.ts'
import { systemContracts } from '../execution/rules/systemContracts.ts'
import { bytesToHex } from '../lib/hex.ts'
import { buildState } from '../state/genesis.ts'
import type { SealedBlock } from '../types/view.ts'
import type { DevAccount } from './accounts.ts'
import type { Settings } from './options.ts'

/** The first block of a fresh chain: the funded accounts, and the contracts that the protocol calls. */
export function createGenesis(
  settings: Settings,
  protocol: Protocol,
  accounts: readonly DevAccount[],
  timestamp: bigint,
): SealedBlock {
  const common = protocol.commonAt(0n, timestamp)
  const state = buildState([
    ...systemContracts(common),
    ...accounts.map(({ address }) => ({
      address: bytesToHex(address),
      balance: settings.balance,
    })),
  ])
  const block = createBlock(
    {
      header: {
        number: 0n,
        timestamp,
        gasLimit: settings.gasLimit,
        stateRoot: state.root(),
        ...(common.isActivatedEIP(1559) ? { baseFeePerGas: settings.baseFee } : {}),
      },
      ...(common.isActivatedEIP(4895) ? { withdrawals: [] } : {}),
    },
    { common, skipConsensusFormatValidation: true },
  )
  return {
    kind: 'sealed',
    hash: bytesToHex(block.hash()),
    number: 0n,
    block,
    header: block.header,
    transactions: [],
    receipts: [],
    state,
    size: block.serialize().length,
  }
}
