import type { BlockHeader } from '@ethereumjs/block'
import { copyHeader } from '../ethereumjs/header/copyHeader.ts'
import { remembered } from '../lib/remembered.ts'

/**
 * Base fees of empty blocks that follow an empty one, wei per gas, until they fall no more (EIP-1559):
 * those of all further ones are as the last. From a gwei that takes 140 blocks. None before London.
 */
export const feesAfter = remembered((header: BlockHeader): readonly bigint[] => {
  if (header.baseFeePerGas === undefined) return []
  const fees: bigint[] = []
  for (let last = header; ; ) {
    const fee = last.calcNextBaseFee()
    fees.push(fee)
    if (fee === last.baseFeePerGas) return fees
    last = copyHeader(last, { baseFeePerGas: fee })
  }
})
