import { createTx, getCalldataFloorGas, type TypedTxData } from '@ethereumjs/tx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { floorGas, intrinsicGas } from '../../src/execution/intrinsicGas.ts'
import { runs } from '../support/runs.ts'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 })
const word = fc.uint8Array({ minLength: 32, maxLength: 32 })

const priced = fc.record({
  to: fc.option(address, { nil: undefined }),
  data: fc.uint8Array({ maxLength: 200 }),
  accessList: fc.array(fc.tuple(address, fc.array(word, { maxLength: 3 })), { maxLength: 3 }),
})

describe('intrinsicGas and floorGas', () => {
  it.each(hardforks)('are what EthereumJS asks of a transaction in %s', (hardfork) => {
    const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
    const common = protocol.commonAt(1n, 1n)
    fc.assert(
      fc.property(priced, ({ to, data, accessList }) => {
        const hasLists = common.isActivatedEIP(2930)
        const fields = {
          type: hasLists ? 1 : 0,
          data,
          gasLimit: 10_000_000n,
          ...(to !== undefined && { to }),
          ...(hasLists && { accessList }),
        }
        const transaction = createTx(fields as TypedTxData, { common })
        const message = {
          to,
          data,
          accessList: hasLists ? accessList : [],
          authorizationList: undefined,
        }
        expect(intrinsicGas(message, common)).toBe(transaction.getIntrinsicGas())
        expect(floorGas(message, common)).toBe(getCalldataFloorGas(transaction))
      }),
      runs({ seed: 1, numRuns: 30 }),
    )
  })

  it('asks for 25,000 gas for each authorization', () => {
    const protocol = createProtocol({ chainId: 1, hardfork: 'prague', transactionGasCap: false })
    const common = protocol.commonAt(1n, 1n)
    const nothing = new Uint8Array()
    const authorization = [nothing, nothing, nothing, nothing, nothing, nothing] as const
    const message = { to: new Uint8Array(20), data: nothing, accessList: [] }
    expect(
      intrinsicGas({ ...message, authorizationList: [authorization, authorization] }, common),
    ).toBe(21_000n + 2n * 25_000n)
  })

  it('asks for a floor of 10 gas for zero and 40 for other bytes since Prague', () => {
    const protocol = createProtocol({ chainId: 1, hardfork: 'prague', transactionGasCap: false })
    expect(floorGas({ data: Uint8Array.of(0, 1, 0) }, protocol.commonAt(1n, 1n))).toBe(21_060n)
  })
})
