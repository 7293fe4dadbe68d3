import { describe, expect, it } from 'vitest'
import { InvalidMessage, messageOf } from '../../src/execution/message.ts'

import type { CallRequest } from '../../src/types/request.ts'

const defaults = { chainId: 5n, baseFee: 100n, gasCap: 1_000_000n, nonce: 3n }

function pricesOf(request: CallRequest, baseFee: bigint | undefined = 100n) {
  const message = messageOf(request, { ...defaults, baseFee })
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = message
  return [gasPrice, maxFeePerGas, maxPriorityFeePerGas]
}

describe('messageOf', () => {
  it('completes an empty request', () => {
    expect(messageOf({}, defaults)).toEqual({
      from: new Uint8Array(20),
      to: undefined,
      gas: 1_000_000n,
      gasPrice: 0n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      maxFeePerBlobGas: 0n,
      value: 0n,
      nonce: 3n,
      data: new Uint8Array(),
      accessList: [],
      blobVersionedHashes: undefined,
      authorizationList: undefined,
    })
  })

  it('keeps what a request says', () => {
    const request: CallRequest = {
      from: new Uint8Array(20).fill(1),
      to: new Uint8Array(20).fill(2),
      gas: 50_000n,
      value: 7n,
      nonce: 9n,
      data: Uint8Array.of(1, 2),
      chainId: 5n,
      maxFeePerBlobGas: 4n,
      accessList: [[new Uint8Array(20), [new Uint8Array(32)]]],
      blobVersionedHashes: [new Uint8Array(32)],
      authorizationList: [],
    }
    const { chainId, ...kept } = request
    expect(chainId).toBe(defaults.chainId)
    expect(messageOf(request, defaults)).toMatchObject(kept)
  })

  it('cuts gas to the cap without a word', () => {
    expect(messageOf({ gas: 1_000_001n }, defaults).gas).toBe(1_000_000n)
  })

  it.each([
    ['no fee', {}, [0n, 0n, 0n]],
    ['a gas price', { gasPrice: 70n }, [70n, 70n, 70n]],
    [
      'base fee and tip below the cap',
      { maxFeePerGas: 200n, maxPriorityFeePerGas: 5n },
      [105n, 200n, 5n],
    ],
    [
      'the cap below base fee and tip',
      { maxFeePerGas: 102n, maxPriorityFeePerGas: 5n },
      [102n, 102n, 5n],
    ],
    ['a cap without tip', { maxFeePerGas: 200n }, [100n, 200n, 0n]],
    ['a tip without cap', { maxPriorityFeePerGas: 5n }, [0n, 0n, 5n]],
  ])('prices gas by %s', (_case, request, prices) => {
    expect(pricesOf(request)).toEqual(prices)
  })

  it('knows only a gas price before London', () => {
    const before = { ...defaults, baseFee: undefined }
    expect(messageOf({ maxFeePerGas: 9n }, before).maxFeePerGas).toBe(0n)
    expect(messageOf({ gasPrice: 9n }, before).maxFeePerGas).toBe(9n)
  })

  it('refuses fees of two kinds, before it looks at the chain id', () => {
    const ask = () => messageOf({ gasPrice: 1n, maxFeePerGas: 1n, chainId: 6n }, defaults)
    expect(ask).toThrow(InvalidMessage)
    expect(ask).toThrow('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
    expect(() => messageOf({ gasPrice: 1n, maxPriorityFeePerGas: 0n }, defaults)).toThrow('both')
  })

  it('refuses another chain id', () => {
    expect(() => messageOf({ chainId: 6n }, defaults)).toThrow(
      "chainId does not match node's (have=6, want=5)",
    )
  })
})
