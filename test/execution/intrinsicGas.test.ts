import { createTx, getCalldataFloorGas, type TypedTxData } from '@ethereumjs/tx'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOfKey, initCrypto } from '../../src/ethereumjs/crypto.ts'
import { startHardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { floorGas, intrinsicGas } from '../../src/execution/intrinsicGas.ts'
import { runs } from '../support/runs.ts'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 })
const word = fc.uint8Array({ minLength: 32, maxLength: 32 })

const key = new Uint8Array(32).fill(1)
const sender = new Uint8Array(20)

beforeAll(async () => {
  await initCrypto()
  sender.set(addressOfKey(key))
})

const priced = fc.record({
  isToItself: fc.boolean(),
  value: fc.constantFrom(0n, 5n),
  to: fc.option(address, { nil: undefined }),
  data: fc.uint8Array({ maxLength: 200 }),
  accessList: fc.array(fc.tuple(address, fc.array(word, { maxLength: 3 })), { maxLength: 3 }),
})

describe('intrinsicGas and floorGas', () => {
  it.each(startHardforks)('are what EthereumJS asks of a transaction in %s', (hardfork) => {
    const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
    const common = protocol.commonAt(1n, 1n)
    fc.assert(
      fc.property(priced, ({ isToItself, value, data, accessList, ...rest }) => {
        const to = isToItself ? sender : rest.to
        const hasLists = common.isActivatedEIP(2930)
        const fields = {
          type: hasLists ? 1 : 0,
          data,
          value,
          gasLimit: 10_000_000n,
          ...(to !== undefined && { to }),
          ...(hasLists && { accessList }),
        }
        const transaction = createTx(fields as TypedTxData, { common }).sign(key)
        const message = {
          from: sender,
          value,
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
    const from = new Uint8Array(20).fill(7)
    const message = { from, value: 0n, to: new Uint8Array(20), data: nothing, accessList: [] }
    expect(
      intrinsicGas({ ...message, authorizationList: [authorization, authorization] }, common),
    ).toBe(21_000n + 2n * 25_000n)
  })

  it('asks for a floor of 10 gas for zero and 40 for other bytes since Prague', () => {
    const protocol = createProtocol({ chainId: 1, hardfork: 'prague', transactionGasCap: false })
    const nobody = new Uint8Array(20)
    const message = {
      from: nobody,
      to: nobody,
      value: 0n,
      data: Uint8Array.of(0, 1, 0),
      accessList: [],
      authorizationList: undefined,
    }
    expect(floorGas(message, protocol.commonAt(1n, 1n))).toBe(21_060n)
  })
})
