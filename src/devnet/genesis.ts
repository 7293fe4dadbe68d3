import type { Protocol } from '../evm/protocol.ts'
import { systemContracts } from '../execution/rules/systemContracts.ts'
import { genesisBlock } from '../fixtures/genesisBlock.ts'
import type { SealedBlock } from '../types/view.ts'
import type { Wallet } from './accounts.ts'
import type { Settings } from './options.ts'

/** The first block of a fresh chain: the funded accounts, and the contracts that the protocol calls. */
export function createGenesis(
  { gasLimit, baseFee: baseFeePerGas }: Settings,
  protocol: Protocol,
  { balances }: Pick<Wallet, 'balances'>,
  timestamp: bigint,
): SealedBlock {
  const funded = [...balances].map(([address, balance]) => ({ address, balance }))
  return genesisBlock(
    {
      header: { timestamp, gasLimit, baseFeePerGas },
      accounts: [...systemContracts(protocol.commonAt(0n, timestamp)), ...funded],
    },
    protocol,
  )
}
