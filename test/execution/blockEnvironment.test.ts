import { createBlockHeader } from '@ethereumjs/block'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { environmentOf, evmBlock } from '../../src/execution/blockEnvironment.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import type { HardforkName } from '../../src/types/options/options.ts'

function headerIn(hardfork: HardforkName, fields: object = {}) {
  const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
  return createBlockHeader(
    {
      number: 5n,
      timestamp: 60n,
      gasLimit: 700n,
      coinbase: hexToBytes('ab'.repeat(20)),
      mixHash: hexToBytes('cd'.repeat(32)),
      ...fields,
    },
    { common: protocol.commonAt(5n, 60n), skipConsensusFormatValidation: true },
  )
}

describe('environmentOf', () => {
  it('tells what opcodes see of a block', () => {
    const header = headerIn('osaka', { baseFeePerGas: 8n, excessBlobGas: 40_000_000n })
    expect(environmentOf(header)).toEqual({
      number: 5n,
      timestamp: 60n,
      gasLimit: 700n,
      coinbase: hexToBytes('ab'.repeat(20)),
      prevRandao: hexToBytes('cd'.repeat(32)),
      difficulty: 0n,
      baseFeePerGas: 8n,
      blobBaseFee: header.getBlobGasPrice(),
    })
  })

  it('has no fees that the fork does not know', () => {
    expect(environmentOf(headerIn('shanghai')).blobBaseFee).toBeUndefined()
    expect(environmentOf(headerIn('berlin')).baseFeePerGas).toBeUndefined()
  })
})

describe('evmBlock', () => {
  it('is the header that the EVM reads', () => {
    const header = headerIn('osaka', { baseFeePerGas: 8n, excessBlobGas: 40_000_000n })
    const read = evmBlock(environmentOf(header)).header
    expect(read).toMatchObject({ number: 5n, timestamp: 60n, gasLimit: 700n, baseFeePerGas: 8n })
    expect(read.coinbase.bytes).toEqual(header.coinbase.bytes)
    expect(read.prevRandao).toEqual(header.mixHash)
    expect(read.getBlobGasPrice()).toBe(header.getBlobGasPrice())
  })

  it('has the least fees where a block of an earlier fork is moved into a later one', () => {
    const read = evmBlock(environmentOf(headerIn('berlin'))).header
    expect(read.baseFeePerGas).toBe(0n)
    expect(read.getBlobGasPrice()).toBe(1n)
  })
})
