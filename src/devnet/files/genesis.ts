import { Block, createBlockHeader } from '@ethereumjs/block'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { type OpStackRules, opStackOf } from '../../execution/rules/opStack.ts'
import { create2Deployer, systemContracts } from '../../execution/rules/systemContracts.ts'
import { genesisBlock } from '../../files/genesis/genesisWriter.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { GenesisAccount } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Wallet } from '../accounts/accounts.ts'
import type { Settings } from '../options/options.ts'

export interface FreshGenesis {
  /** Seconds. */
  readonly timestamp: bigint
  /** Accounts that go over all others. */
  readonly alloc: readonly GenesisAccount[]
}

/** The first block of a fresh chain: the funded accounts, and the contracts that the protocol calls. */
export function createGenesis(
  settings: Settings,
  protocol: Protocol,
  { balances }: Pick<Wallet, 'balances'>,
  { timestamp, alloc }: FreshGenesis,
): SealedBlock {
  const opStack = opStackOf(protocol.commonAt(0n, timestamp))
  const funded = [...balances].map(([address, balance]) => ({ address, balance }))
  const { gasLimit, baseFee: baseFeePerGas } = settings
  const contracts = systemContracts(protocol.commonAt(0n, timestamp))
  const wanted = settings.disableDefaultCreate2Deployer
    ? contracts.filter(({ address }) => address !== bytesToHex(create2Deployer.address))
    : contracts
  return genesisBlock(
    {
      header: { timestamp, gasLimit, baseFeePerGas, ...(opStack && headerOf(opStack)) },
      accounts: over(alloc, [...wanted, ...(opStack?.predeploys(timestamp) ?? []), ...funded]),
    },
    protocol,
  )
}

function over(
  accounts: readonly GenesisAccount[],
  below: readonly GenesisAccount[],
): readonly GenesisAccount[] {
  if (accounts.length === 0) return below
  const addresses = new Set(accounts.map(({ address }) => address))
  return [...below.filter(({ address }) => !addresses.has(address)), ...accounts]
}

function headerOf({ extraData, coinbase }: OpStackRules) {
  return { extraData, coinbase }
}

/** What genesis is under another number: for a chain whose earlier blocks are not there. */
export function laterGenesis(
  { block, header, state }: SealedBlock,
  number: bigint,
  protocol: Protocol,
): SealedBlock {
  const common = protocol.commonAt(number, header.timestamp)
  const later = createBlockHeader(
    { ...header, number },
    { common, skipConsensusFormatValidation: true },
  )
  const withWithdrawals = new Block(later, [], [], block.withdrawals)
  return sealedBlock(withWithdrawals, { transactions: [], receipts: [], state })
}
