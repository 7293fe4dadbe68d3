import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '../../src/execution/blockEnvironment.ts'
import { blobGasOf, checkMessage, isFree } from '../../src/execution/checkMessage.ts'
import { InvalidMessage, type Message } from '../../src/execution/message.ts'

import { bytesToHex } from '../../src/lib/hex.ts'
import { addressOf, createEngine, type EngineOptions, onMachine } from './engine.ts'

const sender = addressOf(9)
const shown = getAddress(bytesToHex(sender))
const blob = new Uint8Array(32).fill(1)
const none = new Uint8Array()
const authorization = [none, none, none, none, none, none] as const

const plain: Message = {
  from: sender,
  to: addressOf(1),
  gas: 100_000n,
  gasPrice: 0n,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
  maxFeePerBlobGas: 0n,
  value: 0n,
  nonce: 4n,
  data: none,
  accessList: [],
  blobVersionedHashes: undefined,
  authorizationList: undefined,
}

interface Case extends EngineOptions {
  readonly validation?: boolean
  readonly nonce?: bigint
  readonly balance?: bigint
}

/** Why a message is refused, in the block with a base fee of 1000; none when it may run. */
async function refusal(
  fields: Partial<Message>,
  { validation = false, nonce = 4n, balance = 10n ** 18n, ...options }: Case = {},
): Promise<InvalidMessage | undefined> {
  const accounts = [{ address: bytesToHex(sender), nonce, balance }]
  const engine = await createEngine({ ...options, accounts })
  const environment = environmentOf(engine.context.header)
  return onMachine(engine, async (machine) => {
    try {
      checkMessage(machine, { ...plain, ...fields }, { environment, validation })
    } catch (error) {
      if (error instanceof InvalidMessage) return error
      throw error
    }
    return undefined
  })
}

const paying = { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 0n }

describe('checkMessage', () => {
  it('has nothing against a message without fees, whatever its nonce, unless it validates', async () => {
    expect(await refusal({ nonce: 77n })).toBeUndefined()
    expect((await refusal({}, { validation: true }))?.reason).toBe('fee cap below base fee')
    expect(await refusal(paying, { validation: true })).toBeUndefined()
    expect(await refusal({}, { validation: true, baseFeePerGas: 0n })).toBeUndefined()
  })

  it.each<readonly [fields: Partial<Message>, options: Case, reason: string, message: string]>([
    [
      { nonce: 5n },
      { validation: true },
      'nonce too high',
      'nonce too high: address {}, tx: 5 state: 4',
    ],
    [
      { nonce: 3n },
      { validation: true },
      'nonce too low',
      'nonce too low: address {}, tx: 3 state: 4',
    ],
    [
      { nonce: 2n ** 64n - 1n },
      { validation: true, nonce: 2n ** 64n - 1n },
      'nonce at its maximum',
      'nonce has max value: address {}, nonce: 18446744073709551615',
    ],
    [
      { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 5_001n },
      {},
      'tip above fee cap',
      'max priority fee per gas higher than max fee per gas: address {}, maxPriorityFeePerGas: 5001, maxFeePerGas: 5000',
    ],
    [
      { maxFeePerGas: 999n },
      {},
      'fee cap below base fee',
      'max fee per gas less than block base fee: address {}, maxFeePerGas: 999, baseFee: 1000',
    ],
    [{ blobVersionedHashes: [] }, {}, 'bad blobs', 'blob transaction missing blob hashes'],
    [
      { blobVersionedHashes: [blob], to: undefined },
      {},
      'bad blobs',
      'blob transaction of type create',
    ],
    [
      { blobVersionedHashes: Array.from({ length: 7 }, () => blob) },
      {},
      'bad blobs',
      'blob transaction has too many blobs',
    ],
    [
      { blobVersionedHashes: [blob, new Uint8Array(32)] },
      {},
      'bad blobs',
      'blob 1 has invalid hash version',
    ],
    [
      { blobVersionedHashes: [blob] },
      { validation: true, baseFeePerGas: 0n },
      'blob fee cap below blob base fee',
      'max fee per blob gas less than block blob gas fee: address {} blobGasFeeCap: 0, blobBaseFee: 1',
    ],
    [
      { authorizationList: [] },
      {},
      'bad authorizations',
      'EIP-7702 transaction with empty auth list (sender {})',
    ],
    [
      { authorizationList: [authorization], to: undefined },
      {},
      'bad authorizations',
      'EIP-7702 transaction cannot be used to create contract (sender {})',
    ],
    [
      { to: undefined, data: new Uint8Array(49_153), gas: 10_000_000n },
      {},
      'init code too large',
      'max initcode size exceeded: code size 49153 limit 49152',
    ],
    [
      { value: 6n },
      { balance: 5n },
      'insufficient funds',
      'insufficient funds for gas * price + value: address {} have 5 want 6',
    ],
    [
      { maxFeePerGas: 2_000n, value: 1n },
      { balance: 200_000_000n },
      'insufficient funds',
      'insufficient funds for gas * price + value: address {} have 200000000 want 200000001',
    ],
    [
      { blobVersionedHashes: [blob], maxFeePerBlobGas: 2n },
      { balance: 262_143n },
      'insufficient funds',
      'insufficient funds for gas * price + value: address {} have 262143 want 262144',
    ],
    [
      { value: 2n ** 256n - 1n, maxFeePerGas: 1_000n },
      {},
      'insufficient funds',
      'insufficient funds for gas * price + value: address {} required balance exceeds 256 bits',
    ],
    [
      { gas: 20_999n },
      {},
      'intrinsic gas too low',
      'intrinsic gas too low: have 20999, want 21000',
    ],
    [
      { gas: 21_016n, data: Uint8Array.of(1) },
      {},
      'floor gas too low',
      'intrinsic gas too low: insufficient gas for floor data gas cost: have 21016, want 21040',
    ],
  ])('refuses: %3$s', async (fields, options, reason, message) => {
    expect(await refusal(fields, options)).toMatchObject({
      reason,
      message: message.replace('{}', shown),
    })
  })

  it('asks in the order of geth, so that the first failure counts', async () => {
    const everything: Partial<Message> = {
      nonce: 9n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 2n,
      value: 10n ** 20n,
      gas: 1n,
      to: undefined,
      data: new Uint8Array(49_153),
    }
    const mended: readonly Partial<Message>[] = [
      { nonce: 4n },
      { maxPriorityFeePerGas: 0n },
      { maxFeePerGas: 1_000n },
      { data: new Uint8Array(100) },
      { value: 0n },
      { gas: 54_000n },
    ]
    const reasons: (string | undefined)[] = []
    let fields = everything
    for (const next of [{}, ...mended]) {
      fields = { ...fields, ...next }
      reasons.push((await refusal(fields, { validation: true }))?.reason)
    }
    expect(reasons).toEqual([
      'nonce too high',
      'tip above fee cap',
      'fee cap below base fee',
      'init code too large',
      'insufficient funds',
      'intrinsic gas too low',
      undefined,
    ])
  })

  it('does not ask whether the sender has code, nor for the gas cap of EIP-7825', async () => {
    const options = { transactionGasCap: true, gasLimit: 100_000_000n }
    expect(await refusal({ gas: 50_000_000n }, options)).toBeUndefined()
    const engine = await createEngine({
      accounts: [{ address: bytesToHex(sender), nonce: 4n, code: Uint8Array.of(1) }],
    })
    const environment = environmentOf(engine.context.header)
    await onMachine(engine, async (machine) =>
      checkMessage(machine, plain, { environment, validation: false }),
    )
  })

  it('knows no base fee before London and no limit for init code before Shanghai', async () => {
    expect(await refusal({ maxFeePerGas: 1n }, { hardfork: 'berlin' })).toBeUndefined()
    const creation = { to: undefined, data: new Uint8Array(49_153), gas: 10_000_000n }
    expect(await refusal(creation, { hardfork: 'london' })).toBeUndefined()
  })
})

describe('isFree', () => {
  it('is so only where nothing is validated and both fees are zero', () => {
    expect(isFree(plain, false)).toBe(true)
    expect(isFree(plain, true)).toBe(false)
    expect(isFree({ ...plain, maxPriorityFeePerGas: 1n }, false)).toBe(false)
    expect(isFree({ ...plain, maxFeePerGas: 1n }, false)).toBe(false)
  })
})

describe('blobGasOf', () => {
  it('is 131,072 for each blob, and nothing before Cancun', async () => {
    const message = { ...plain, blobVersionedHashes: [blob, blob] }
    const osaka = await createEngine()
    const shanghai = await createEngine({ hardfork: 'shanghai' })
    expect(await onMachine(osaka, async (machine) => blobGasOf(message, machine))).toBe(262_144n)
    expect(await onMachine(shanghai, async (machine) => blobGasOf(message, machine))).toBe(0n)
  })
})
