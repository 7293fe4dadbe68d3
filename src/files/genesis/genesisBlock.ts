import { createBlock, type HeaderData } from '@ethereumjs/block'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { emptyAccessList } from '../../execution/rules/blockAccessList.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { buildState } from '../../state/genesis.ts'
import type { Genesis } from '../../types/genesis.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** The first block of a chain, with the accounts in its state. */
export function genesisBlock(
  { header, accounts }: Pick<Genesis, 'header' | 'accounts'>,
  protocol: Protocol,
): SealedBlock {
  const common = protocol.commonAt(0n, header.timestamp)
  const state = buildState(accounts)
  const { baseFeePerGas, excessBlobGas, blobGasUsed, ...fields } = header
  const data = {
    ...fields,
    number: 0n,
    stateRoot: state.root(),
    ...(common.isActivatedEIP(1559) && {
      baseFeePerGas: baseFeePerGas ?? common.param('initialBaseFee'),
    }),
    ...(common.isActivatedEIP(4844) && { excessBlobGas, blobGasUsed }),
    ...(common.isActivatedEIP(7928) && { blockAccessListHash: keccak256(emptyAccessList) }),
  }
  const block = createBlock(
    {
      // EthereumJS takes `undefined` for absent, though its types do not say so.
      header: data as HeaderData,
      ...(common.isActivatedEIP(4895) && { withdrawals: [] }),
    },
    { common, skipConsensusFormatValidation: true },
  )
  return sealedBlock(block, { transactions: [], receipts: [], state })
}
