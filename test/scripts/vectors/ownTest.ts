import { configOf } from '../../../scripts/vectors/network.ts'
import type { BlockchainTest } from '../../../scripts/vectors/vectorFile.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import { client } from '../../rpc/methods/client.ts'
import { signedTransfer } from '../../rpc/methods/signing.ts'

/** A blockchain test of two blocks as a devnet makes them, in the form of the official ones. */
export async function ownTest(): Promise<BlockchainTest> {
  const sender: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const account = { balance: '0xde0b6b3a7640000', nonce: '0x0', code: '0x', storage: {} } as const
  const header = { gasLimit: '0x1c9c380', difficulty: '0x0', baseFeePerGas: '0x7' } as const
  const genesis = { config: configOf('Cancun'), ...header, alloc: { [sender]: account } }
  await using devnet = await client({ genesis, mining: 'auto' })
  await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
  await devnet.ask('evm_mine')
  const block = (number: number) => devnet.ask('eth_getBlockByNumber', `0x${number}`, false)
  const blocks = [1, 2].map(async (number) => ({
    rlp: await devnet.ask('debug_getRawBlock', `0x${number}`),
    blockHeader: await block(number),
  }))
  return {
    network: 'Cancun',
    genesisBlockHeader: { ...header, hash: (await block(0)).hash },
    pre: { [sender]: account },
    lastblockhash: (await block(2)).hash,
    blocks: await Promise.all(blocks),
  }
}
