import { Block, createBlockHeader } from '@ethereumjs/block'
import { describe, expect, it } from 'vitest'
import { protocolOf } from '../../../../src/ethereumjs/protocol/protocol.ts'
import { formatUncle, unclesOf } from '../../../../src/rpc/format/block.ts'
import { pendingBlock, sealedBlock } from '../views.ts'

const rules = {
  chainId: 31337,
  forks: [{ name: 'chainstart', block: 0n }],
  blobSchedules: {},
  proofOfWork: true,
} as const
const common = protocolOf(rules, { transactionGasCap: false }).commonAt(6n, 100n)

/** A mined header, which may be of a block with uncles and of an uncle. */
const mined = createBlockHeader(
  { number: 6n, timestamp: 100n, gasLimit: 5_000n },
  { common, skipConsensusFormatValidation: true },
)

describe('uncles', () => {
  it('are those of a sealed block', () => {
    const block = new Block(mined, [], [mined])
    expect(unclesOf({ ...sealedBlock(), block })).toEqual([mined])
    expect(unclesOf(pendingBlock())).toEqual([])
  })

  it('are shown as blocks without a body', () => {
    const shown = formatUncle(mined)
    expect(shown).toMatchObject({ number: '0x6', uncles: [], hash: expect.any(String) })
    expect(shown).not.toHaveProperty('transactions')
    expect(Number(shown.size)).toBe(new Block(mined).serialize().length)
  })
})
