import { describe, expect, it } from 'vitest'
import type { BlockEnvironment } from '../../src/execution/blockEnvironment.ts'
import { call } from '../../src/execution/call.ts'
import {
  InvalidOverride,
  overrideBlock,
  withStateOverrides,
} from '../../src/execution/overrides.ts'
import { bytesToBigInt, bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import type { AccountOverride } from '../../src/types/request.ts'
import type { MutableState } from '../../src/types/state.ts'
import { assemble } from './assemble.ts'
import { addressOf, contract, createEngine, onMachine } from './engine.ts'

const address = addressOf(1)
const slot = (number: number) => numberToBytes(number, 32)
const identity = numberToBytes(4, 20)
const sha256 = numberToBytes(2, 20)

/** What the overrides make of an account with code, balance 5, nonce 1 and slot 1 set. */
async function overridden<Seen>(
  overrides: readonly AccountOverride[],
  look: (state: MutableState) => Seen,
): Promise<Seen> {
  const account = {
    ...contract(1, assemble('STOP'), 5n),
    storage: [[slot(1), Uint8Array.of(9)] as const],
  }
  const engine = await createEngine({ accounts: [account] })
  return onMachine(engine, (machine) =>
    withStateOverrides(machine, overrides, async () => look(machine.state)),
  )
}

/** What a call of an address with some bytes returns. */
async function called(
  to: Uint8Array,
  overrides: readonly AccountOverride[],
  data = Uint8Array.of(1, 2, 3),
): Promise<string> {
  const { machines, context } = await createEngine()
  return bytesToHex(await call(machines, context, { to, data }, { state: overrides }))
}

describe('withStateOverrides', () => {
  it('sets balance, nonce and code, and leaves the rest', async () => {
    await overridden([{ address, balance: 7n }], (state) =>
      expect(state.readAccount(address)).toMatchObject({ balance: 7n, nonce: 1n }),
    )
    await overridden([{ address, nonce: 9n, code: Uint8Array.of(1, 2) }], (state) => {
      expect(state.readAccount(address)).toMatchObject({ balance: 5n, nonce: 9n })
      expect(state.readCode(address)).toEqual(Uint8Array.of(1, 2))
      expect(state.readStorage(address, slot(1))).toEqual(slot(9))
    })
  })

  it('replaces the whole storage, or some slots', async () => {
    await overridden([{ address, state: [[slot(2), slot(8)]] }], (state) => {
      expect(state.readStorage(address, slot(1))).toEqual(slot(0))
      expect(state.readStorage(address, slot(2))).toEqual(slot(8))
      expect(state.readAccount(address)?.balance).toBe(5n)
    })
    await overridden([{ address, stateDiff: [[slot(2), slot(8)]] }], (state) => {
      expect(state.readStorage(address, slot(1))).toEqual(slot(9))
      expect(state.readStorage(address, slot(2))).toEqual(slot(8))
    })
  })

  it('makes accounts that were not there, empty ones too', async () => {
    const other = addressOf(2)
    const ways: readonly Omit<AccountOverride, 'address'>[] = [
      { balance: 0n },
      { nonce: 0n },
      { code: new Uint8Array() },
      { state: [] },
      { stateDiff: [[slot(1), slot(0)]] },
    ]
    for (const way of ways) {
      await overridden([{ address: other, ...way }], (state) =>
        expect(state.readAccount(other)).toMatchObject({ balance: 0n, nonce: 0n }),
      )
    }
    await overridden([{ address: other }], (state) =>
      expect(state.readAccount(other)).toBeUndefined(),
    )
  })

  it('refuses state together with stateDiff', async () => {
    const both = overridden([{ address, state: [], stateDiff: [] }], () => undefined)
    await expect(both).rejects.toThrow(InvalidOverride)
    await expect(both).rejects.toThrow("has both 'state' and 'stateDiff'")
  })

  it('moves a precompile', async () => {
    const moved = [{ address: identity, movePrecompileToAddress: address }]
    expect(await called(address, moved)).toBe('0x010203')
    expect(await called(identity, moved)).toBe('0x')
  })

  it('moves a precompile and puts code in its place', async () => {
    const code = assemble(7, 0, 'MSTORE', 32, 0, 'RETURN')
    const moved = [{ address: identity, movePrecompileToAddress: address, code }]
    expect(await called(address, moved)).toBe('0x010203')
    expect(await called(identity, moved)).toBe(bytesToHex(slot(7)))
  })

  it('moves two precompiles past each other, and two to one place', async () => {
    const hash = await called(sha256, [])
    const both = [
      { address: identity, movePrecompileToAddress: addressOf(3) },
      { address: sha256, movePrecompileToAddress: addressOf(4) },
    ]
    expect(await called(addressOf(3), both)).toBe('0x010203')
    expect(await called(addressOf(4), both)).toBe(hash)
    const same = both.map((move) => ({ ...move, movePrecompileToAddress: addressOf(3) }))
    expect(await called(addressOf(3), same)).toBe(hash)
  })

  it('takes a precompile away by any override of its address', async () => {
    expect(await called(identity, [{ address: identity, balance: 1n }])).toBe('0x')
    expect(await called(identity, [{ address: identity }])).toBe('0x')
  })

  it('puts precompiles back for the next call, also after a failure', async () => {
    const { machines, context } = await createEngine()
    const state = [
      { address: identity, movePrecompileToAddress: address },
      { address: addressOf(5), movePrecompileToAddress: addressOf(6) },
    ]
    const to = identity
    const data = Uint8Array.of(4)
    await expect(call(machines, context, { to, data }, { state })).rejects.toThrow('precompile')
    expect(await call(machines, context, { to, data })).toEqual(data)
    expect(await call(machines, context, { to: address, data })).toEqual(new Uint8Array())
  })

  it.each<[string, readonly AccountOverride[]]>([
    ['is not a precompile', [{ address, movePrecompileToAddress: addressOf(2) }]],
    ['is already overridden', [{ address: identity, movePrecompileToAddress: identity }]],
    [
      'is already overridden',
      [
        { address: identity, movePrecompileToAddress: address },
        { address, balance: 1n },
      ],
    ],
  ])('refuses a move: %s', async (message, overrides) => {
    const refused = overridden(overrides, () => undefined)
    await expect(refused).rejects.toThrow(InvalidOverride)
    await expect(refused).rejects.toThrow(message)
  })
})

describe('overrideBlock', () => {
  const environment: BlockEnvironment = {
    number: 1n,
    timestamp: 2n,
    gasLimit: 3n,
    coinbase: addressOf(1),
    prevRandao: slot(1),
    difficulty: 4n,
    baseFeePerGas: 5n,
    blobBaseFee: undefined,
    slotNumber: undefined,
  }

  it('leaves what is not overridden', () => {
    expect(overrideBlock(environment, {})).toEqual(environment)
    expect(overrideBlock(environment, { number: 9n })).toEqual({ ...environment, number: 9n })
  })

  it('sets all that a call can see', () => {
    const overrides = {
      number: 10n,
      timestamp: 20n,
      gasLimit: 30n,
      feeRecipient: addressOf(2),
      prevRandao: slot(2),
      baseFeePerGas: 0n,
      blobBaseFee: 60n,
    }
    const { feeRecipient, ...same } = overrides
    expect(overrideBlock(environment, overrides)).toEqual({
      ...same,
      coinbase: feeRecipient,
      difficulty: 4n,
    })
    expect(bytesToBigInt(same.prevRandao)).toBe(2n)
  })
})

describe('many overrides', () => {
  it('of accounts give others turns while they are written', async () => {
    let yields = 0
    const engine = await createEngine({ elapsedMs: (looks) => looks, onYield: () => yields++ })
    const overrides = Array.from({ length: 3_000 }, (_, index) => ({
      address: numberToBytes(1000 + index, 20),
      balance: 1n,
    }))
    await onMachine(engine, (machine) => withStateOverrides(machine, overrides, async () => {}))
    // Once for the precompiles at their addresses, once for what they say.
    expect(yields).toBeGreaterThan(6)
  })

  it('give others turns while they are written', async () => {
    let yields = 0
    const engine = await createEngine({ elapsedMs: (looks) => looks, onYield: () => yields++ })
    const slots = Array.from({ length: 3_000 }, (_, index) => [slot(index), slot(1)] as const)
    const written = await onMachine(engine, (machine) =>
      withStateOverrides(machine, [{ address, stateDiff: slots }], async () =>
        bytesToBigInt(machine.state.readStorage(address, slot(2_999))),
      ),
    )
    expect(written).toBe(1n)
    expect(yields).toBeGreaterThan(3)
  })
})
