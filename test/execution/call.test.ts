import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { call } from '../../src/execution/call.ts'
import { ExecutionFailed, ExecutionReverted } from '../../src/execution/executionErrors.ts'
import { InvalidMessage } from '../../src/execution/message.ts'
import { InvalidOverride } from '../../src/execution/overrides.ts'
import { bytesToBigInt, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { CallRequest, Overrides } from '../../src/types/request.ts'
import { assemble, deploying, type Item, returning, sending } from './assemble.ts'
import { addressOf, contract, createEngine, type Engine, funded } from './engine.ts'

const sender = addressOf(9)
const target = addressOf(1)

async function engineWith(...items: readonly Item[]): Promise<Engine> {
  return createEngine({ accounts: [funded(9), contract(1, assemble(...items))] })
}

/** The number that a contract with this code returns; the code leaves it on the stack. */
async function numberFrom(
  items: readonly Item[],
  request: CallRequest = {},
  overrides: Overrides = {},
): Promise<bigint> {
  const { machines, context } = await engineWith({ raw: returning(...items) })
  return bytesToBigInt(await call(machines, context, { to: target, ...request }, overrides))
}

const callingItself = [0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP'] as const

/** Messages show addresses as EIP-55 writes them. */
function withChecksum(message: string): string {
  return message.replace(/0x[0-9a-f]{40}/, (address) => getAddress(address))
}

describe('call', () => {
  it('returns what the code returns', async () => {
    expect(await numberFrom([42])).toBe(42n)
    expect(await numberFrom([32, 'CALLDATALOAD'], { data: numberToBytes(7, 64) })).toBe(7n)
  })

  it('returns nothing where there is no code', async () => {
    const { machines, context } = await createEngine()
    expect(await call(machines, context, { to: sender })).toEqual(new Uint8Array())
  })

  it('returns the code of a creation', async () => {
    const { machines, context } = await createEngine()
    const data = deploying(assemble('CALLER', 'POP'))
    expect(await call(machines, context, { data })).toEqual(assemble('CALLER', 'POP'))
  })

  it.each<[string, readonly Item[], bigint]>([
    ['number', ['NUMBER'], 7n],
    ['time', ['TIMESTAMP'], 1_000n],
    ['gas limit', ['GASLIMIT'], 30_000_000n],
    ['coinbase', ['COINBASE'], bytesToBigInt(hexToBytes('c0'.repeat(20)))],
    ['prev randao', ['PREVRANDAO'], bytesToBigInt(hexToBytes('77'.repeat(32)))],
    ['chain id', ['CHAINID'], 31337n],
    ['blob base fee', ['BLOBBASEFEE'], 1n],
  ])('shows the %s of its block', async (_case, items, value) => {
    expect(await numberFrom(items)).toBe(value)
  })

  it('shows no base fee to a call without a price, as geth does, and the block’s to others', async () => {
    expect(await numberFrom(['BASEFEE'])).toBe(0n)
    expect(await numberFrom(['GASPRICE'])).toBe(0n)
    const paid = { from: sender, gas: 100_000n, gasPrice: 1_500n }
    expect(await numberFrom(['BASEFEE'], paid)).toBe(1_000n)
    expect(await numberFrom(['GASPRICE'], paid)).toBe(1_500n)
  })

  it('shows a free blob base fee to blobs without a fee cap', async () => {
    const blob = new Uint8Array(32).fill(1)
    const blobs = { blobVersionedHashes: [blob], from: sender }
    expect(await numberFrom(['BLOBBASEFEE'], blobs)).toBe(0n)
    expect(await numberFrom(['BLOBBASEFEE'], { ...blobs, maxFeePerBlobGas: 1n })).toBe(1n)
    expect(await numberFrom([0, 'BLOBHASH'], blobs)).toBe(bytesToBigInt(blob))
  })

  it('has 50 million gas when it names none, and never more', async () => {
    const withAll = await numberFrom(['GAS'])
    expect(withAll).toBe(50_000_000n - 21_000n - 2n)
    expect(await numberFrom(['GAS'], { gas: 10n ** 12n })).toBe(withAll)
    expect(await numberFrom(['GAS'], { gas: 30_000n })).toBe(9_000n - 2n)
  })

  it('is made by the zero address unless it says by whom, contracts too', async () => {
    expect(await numberFrom(['CALLER'])).toBe(0n)
    expect(await numberFrom(['ORIGIN'], { from: target })).toBe(bytesToBigInt(target))
  })

  it('leaves no trace', async () => {
    const { machines, context } = await engineWith(1, 0, 'SSTORE')
    const before = context.state.root()
    await call(machines, context, { to: target, from: sender, value: 5n })
    expect(context.state.root()).toEqual(before)
    expect(context.state.storage(target, new Uint8Array(32))).toEqual(new Uint8Array(32))
  })

  it('knows the hash of its block’s parents', async () => {
    const { machines, context } = await engineWith({ raw: returning(7, 'BLOCKHASH') })
    const overrides = { block: { number: 8n } }
    expect(await call(machines, context, { to: target }, overrides)).toEqual(context.hash)
    expect(bytesToBigInt(await call(machines, context, { to: target }))).toBe(0n)
  })

  it('sees blocks and accounts as they are overridden', async () => {
    const overrides: Overrides = {
      block: {
        number: 100n,
        timestamp: 5n,
        gasLimit: 9n,
        baseFeePerGas: 44n,
        blobBaseFee: 33n,
        feeRecipient: addressOf(4),
        prevRandao: new Uint8Array(32).fill(3),
      },
      state: [{ address: addressOf(5), balance: 77n }],
    }
    expect(await numberFrom(['NUMBER'], {}, overrides)).toBe(100n)
    expect(await numberFrom(['TIMESTAMP'], {}, overrides)).toBe(5n)
    expect(await numberFrom(['GASLIMIT'], {}, overrides)).toBe(9n)
    expect(await numberFrom(['BLOBBASEFEE'], {}, overrides)).toBe(33n)
    expect(await numberFrom(['COINBASE'], {}, overrides)).toBe(bytesToBigInt(addressOf(4)))
    expect(await numberFrom([addressOf(5), 'BALANCE'], {}, overrides)).toBe(77n)
    const priced = { from: sender, gasPrice: 44n, gas: 90_000n }
    expect(await numberFrom(['BASEFEE'], priced, overrides)).toBe(44n)
  })

  it('refuses overrides that only a simulation can have', async () => {
    const { machines, context } = await createEngine()
    const ask = (block: Overrides['block']) =>
      Promise.resolve().then(() => call(machines, context, {}, { block }))
    await expect(ask({ beaconRoot: new Uint8Array(32) })).rejects.toThrow(InvalidOverride)
    await expect(ask({ withdrawals: [] })).rejects.toThrow(
      'block override "withdrawals" is not supported for this RPC method',
    )
  })

  it('fails with the revert data and their meaning', async () => {
    const { machines, context } = await engineWith(0xabcdef, 0, 'MSTORE', 3, 29, 'REVERT')
    const failure = await call(machines, context, { to: target }).catch((error) => error)
    expect(failure).toBeInstanceOf(ExecutionReverted)
    expect(failure).toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: hexToBytes('abcdef'),
    })
  })

  it('fails with geth’s words when it does not revert', async () => {
    const { machines, context } = await engineWith('INVALID')
    const failure = await call(machines, context, { to: target }).catch((error) => error)
    expect(failure).toBeInstanceOf(ExecutionFailed)
    expect(failure).toMatchObject({ code: -32000, message: 'invalid opcode: INVALID' })
  })

  it.each<[string, CallRequest]>([
    [
      'err: insufficient funds for gas * price + value: address 0xaa00000000000000000000000000000000000002 have 0 want 1 (supplied gas 50000000)',
      { from: addressOf(2), value: 1n },
    ],
    [
      'err: max fee per gas less than block base fee: address 0xaa00000000000000000000000000000000000009, maxFeePerGas: 999, baseFee: 1000 (supplied gas 30000)',
      { from: sender, maxFeePerGas: 999n, gas: 30_000n },
    ],
    ['err: intrinsic gas too low: have 20999, want 21000 (supplied gas 20999)', { gas: 20_999n }],
    ["chainId does not match node's (have=1, want=31337)", { chainId: 1n }],
  ])('refuses with "%s"', async (message, request) => {
    const { machines, context } = await engineWith('STOP')
    const failure = await call(machines, context, { to: target, ...request }).catch(
      (error) => error,
    )
    expect(failure).toBeInstanceOf(InvalidMessage)
    expect(failure).toMatchObject({ code: -32000, message: withChecksum(message) })
  })

  it('takes the price of gas from the sender while it runs', async () => {
    const paid = { from: sender, gasPrice: 2_000n, gas: 100_000n }
    expect(await numberFrom(['ORIGIN', 'BALANCE'], paid)).toBe(10n ** 18n - 200_000_000n)
  })

  it('runs many at once, each on its own state', async () => {
    const { machines, context } = await engineWith(
      ...[0, 'SLOAD', 0, 'CALLDATALOAD', 'ADD', 'DUP1', 0, 'SSTORE'].map((item) => item as Item),
      { raw: returning() },
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call(machines, context, { to: target, data: numberToBytes(index, 32) }),
      ),
    )
    expect(answers.map(bytesToBigInt)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
  })

  it('delegates to the code that an authority has chosen', async () => {
    const delegation = Uint8Array.of(0xef, 0x01, 0x00, ...target)
    const { machines, context } = await createEngine({
      accounts: [contract(1, returning('ADDRESS')), contract(2, delegation)],
    })
    const answer = await call(machines, context, { to: addressOf(2) })
    expect(bytesToBigInt(answer)).toBe(bytesToBigInt(addressOf(2)))
  })

  it.each<[string, readonly Item[]]>([
    ['a loop', ['JUMPDEST', 0, 'JUMP']],
    ['calls of itself without a jump', Array.from({ length: 100 }, () => callingItself).flat()],
  ])('ends after five seconds what runs long: %s', async (_case, items) => {
    const { machines, context } = await createEngine({
      accounts: [contract(1, assemble(...items))],
      // Each look at the clock takes a second.
      elapsedMs: (looks) => looks * 1_000,
    })
    const failure = await call(machines, context, { to: target }).catch((error) => error)
    expect(failure).toMatchObject({ code: -32000, message: 'execution aborted (timeout = 5s)' })
    expect(await call(machines, context, { to: sender })).toEqual(new Uint8Array())
  })

  it('fails inside when a contract sends more than it has', async () => {
    expect(await numberFrom([...sending(sender, 5)])).toBe(0n)
    expect(await numberFrom([...sending(sender, 5)], { from: sender, value: 5n })).toBe(1n)
  })
})
