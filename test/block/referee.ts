import { type Block, createBlockFromRLP } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createTxFromRLP } from '@ethereumjs/tx'
import { createAccount, createAddressFromString, type Withdrawal } from '@ethereumjs/util'
import { buildBlock, createVM, encodeReceipt, runBlock, type VM } from '@ethereumjs/vm'
import type { HeaderFields } from '../../src/execution/rules/header.ts'
import type { GenesisAccount } from '../../src/types/state.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'

export interface RefereeBlock {
  readonly block: Block
  /** As they are hashed into the receipts root. */
  readonly receipts: readonly Uint8Array[]
}

/** EthereumJS's own state, block builder and block validation, on a chain of its own. */
export class Referee {
  readonly #common: Common
  readonly #vm: VM
  readonly #blocks: Block[]

  private constructor(common: Common, vm: VM, blocks: Block[]) {
    this.#common = common
    this.#vm = vm
    this.#blocks = blocks
  }

  static async create(
    common: Common,
    accounts: readonly GenesisAccount[],
    genesis: Block,
  ): Promise<Referee> {
    const stateManager = new MerkleStateManager({ common })
    for (const { address: hex, balance = 0n, nonce = 0n, code, storage = [] } of accounts) {
      const address = createAddressFromString(hex)
      await stateManager.putAccount(address, createAccount({ balance, nonce }))
      if (code !== undefined) await stateManager.putCode(address, code)
      for (const [slot, value] of storage) await stateManager.putStorage(address, slot, value)
    }
    const blocks = [genesis]
    const blockchain: EVMMockBlockchainInterface = {
      getBlock: async (number) => ({
        hash: () => blocks[Number(number)]?.hash() ?? new Uint8Array(32),
      }),
      putBlock: async () => {},
      shallowCopy: () => blockchain,
    }
    const vm = await createVM({ common, stateManager, blockchain })
    return new Referee(common, vm, blocks)
  }

  stateRoot(): Promise<Uint8Array> {
    return this.#vm.stateManager.getStateRoot()
  }

  /** Builds the next block; every transaction must be valid. */
  async build(
    fields: HeaderFields,
    transactions: readonly SignedTransaction[],
    withdrawals: readonly Withdrawal[] = [],
  ): Promise<RefereeBlock> {
    const common = this.#common
    const { prevRandao, parentBeaconBlockRoot, extraData, ...rest } = fields
    const builder = await buildBlock(this.#vm, {
      parentBlock: this.#blocks.at(-1) as Block,
      headerData: {
        coinbase: rest.coinbase,
        gasLimit: rest.gasLimit,
        timestamp: rest.timestamp,
        mixHash: prevRandao,
        ...(extraData && { extraData }),
        ...(parentBeaconBlockRoot && { parentBeaconBlockRoot }),
      },
      ...(common.isActivatedEIP(4895) && { withdrawals: [...withdrawals] }),
      blockOpts: { putBlockIntoBlockchain: false, freeze: false },
    })
    for (const { raw } of transactions) {
      await builder.addTransaction(createTxFromRLP(raw, { common }), { allowNoBlobs: true })
    }
    const { block } = await builder.build()
    this.#blocks.push(block)
    const receipts = builder.transactionReceipts.map((receipt, index) =>
      encodeReceipt(receipt, transactions[index]?.envelope.type ?? 0),
    )
    return { block, receipts }
  }

  /**
   * Runs a block from its encoding and compares all that its header claims, and from Amsterdam on its access list.
   * Throws when it does not hold.
   */
  async validate(encoded: Uint8Array, accessList?: Uint8Array): Promise<void> {
    const block = createBlockFromRLP(encoded, { common: this.#common })
    await runBlock(this.#vm, {
      block,
      skipHeaderValidation: true,
      validateBlockSize: true,
      ...(accessList && { blockAccessList: accessList }),
    })
    this.#blocks.push(block)
  }
}
