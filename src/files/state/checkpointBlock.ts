import { createBlock, type HeaderData } from '@ethereumjs/block'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Section } from '../section.ts'

/**
 * A block in place of the head of a chain whose file has no blocks, only the environment that the
 * head gave to its transactions (`block`). `number` is the head's, where the file says it apart.
 */
export function checkpointBlock(
  environment: Section,
  number: bigint | undefined,
  state: StateTree,
  protocol: Protocol,
): SealedBlock {
  const own = environment.number('number') ?? 0n
  const timestamp = environment.number('timestamp') ?? 1n
  const common = protocol.commonAt(number ?? own, timestamp)
  const blobs = environment.section('blob_excess_gas_and_price')
  const header = {
    number: number ?? own,
    timestamp,
    coinbase: environment.bytes('beneficiary', 20) ?? environment.bytes('coinbase', 20),
    gasLimit: environment.number('gas_limit') ?? 30_000_000n,
    difficulty: environment.number('difficulty'),
    mixHash: environment.bytes('prevrandao', 32),
    stateRoot: state.root(),
    ...(common.isActivatedEIP(1559) && { baseFeePerGas: environment.number('basefee') ?? 0n }),
    ...(common.isActivatedEIP(4844) && {
      excessBlobGas: blobs?.number('excess_blob_gas') ?? 0n,
      blobGasUsed: 0n,
    }),
  }
  const withdrawals = common.isActivatedEIP(4895) ? { withdrawals: [] } : {}
  const block = createBlock(
    // EthereumJS takes `undefined` for absent, though its types do not say so.
    { header: header as HeaderData, ...withdrawals },
    { common, skipConsensusFormatValidation: true },
  )
  return sealedBlock(block, { transactions: [], receipts: [], state })
}
