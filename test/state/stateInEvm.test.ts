import { createBlock } from '@ethereumjs/block'
import { Common, Hardfork, Mainnet, type StateManagerInterface } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createLegacyTx } from '@ethereumjs/tx'
import {
  Account,
  Address,
  createAddressFromPrivateKey,
  createContractAddress,
  generateAddress2,
} from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { State } from '../../src/state/state.ts'

beforeAll(initCrypto)

const key = new Uint8Array(32).fill(1)
const sender = createAddressFromPrivateKey(key)
const word = (number: number) => bytesToHex(numberToBytes(number, 32)).slice(2)

/** Init code of 12 bytes that deploys what follows it. */
function deploying(runtime: string): string {
  const length = (runtime.length / 2).toString(16).padStart(2, '0')
  return `60${length}600c60003960${length}6000f3${runtime}`
}

const code = (spaced: string) => spaced.replaceAll(' ', '')

// SSTORE(calldata word 0, calldata word 1)
const storing = code('6020 35 6000 35 55 00')
// CREATE2 with the calldata as init code, the value sent and salt 0
const create2 = code('36 6000 6000 37 6000 36 6000 34 f5')
// CALL the contract just created, with nothing
const callCreated = code('6000 6000 6000 6000 6000 85 5a f1 00')
// init code: slot 1 is 7, and the code is SELFDESTRUCT(caller)
const mortal = code('6007 6001 55 6133ff 6000 52 6002 601e f3')
// slot 0 is 1, CALL the address in calldata word 0 with the value sent, slot 1 is whether it worked
const calling = code('6001 6000 55 6000 6000 6000 6000 34 6000 35 5a f1 6001 55 00')
// slot 0 is 5, then REVERT
const reverting = code('6005 6000 55 6000 6000 fd')

interface Sent {
  /** No address: a contract is created. */
  readonly to?: Address
  readonly data: string
  readonly value?: bigint
}

async function play(
  stateManager: StateManagerInterface,
  hardfork: Hardfork,
  sent: readonly Sent[],
) {
  const common = new Common({ chain: Mainnet, hardfork })
  await stateManager.putAccount(sender, new Account(0n, 10n ** 20n))
  const vm = await createVM({ common, stateManager })
  const block = createBlock({ header: { gasLimit: 30_000_000n, baseFeePerGas: 7n } }, { common })
  const steps = []
  for (const [nonce, { to, data, value = 0n }] of sent.entries()) {
    const fields = { nonce, value, gasPrice: 10n, gasLimit: 1_000_000n, data: hexToBytes(data) }
    const tx = createLegacyTx({ ...fields, ...(to && { to }) }, { common }).sign(key)
    const result = await runTx(vm, { tx, block, skipHardForkValidation: true })
    steps.push({
      error: result.execResult.exceptionError?.error,
      gas: result.totalGasSpent,
      refund: result.execResult.gasRefund,
      created: result.createdAddress?.toString(),
      root: bytesToHex(await stateManager.getStateRoot()),
    })
  }
  return steps
}

async function expectSame(hardfork: Hardfork, sent: readonly Sent[]) {
  const state = new State(emptyState())
  const steps = await play(state, hardfork, sent)
  expect(steps).toEqual(await play(new MerkleStateManager(), hardfork, sent))
  return { state, steps }
}

const contract = (nonce: number) => createContractAddress(sender, BigInt(nonce))
const madeByContract0 = new Address(
  generateAddress2(contract(0).bytes, new Uint8Array(32), hexToBytes(mortal)),
)

describe.each([Hardfork.Shanghai, Hardfork.Cancun, Hardfork.Prague])('on %s', (hardfork) => {
  test('slots are set, changed and cleared with the same gas, refunds and roots', async () => {
    const set = (slot: number, value: number) => ({
      to: contract(0),
      data: word(slot) + word(value),
    })
    const { steps } = await expectSame(hardfork, [
      { data: deploying(storing) },
      set(1, 5),
      set(1, 6),
      set(2, 0x80),
      set(1, 0),
      set(1, 0),
      set(2, 0),
    ])
    expect(steps[0]?.created).toBe(contract(0).toString())
    expect(steps.map(({ refund }) => refund)).toEqual([0n, 0n, 0n, 0n, 4800n, 0n, 4800n])
  })

  test('a contract made by CREATE2 and destroyed in the same transaction can be made again', async () => {
    const make = { to: contract(0), data: mortal, value: 5n }
    const { state } = await expectSame(hardfork, [
      { data: deploying(create2 + callCreated) },
      make,
      make,
    ])
    expect(state.readAccount(madeByContract0.bytes)).toBeUndefined()
    expect(state.readAccount(contract(0).bytes)?.balance).toBe(10n)
  })

  test('a contract destroyed in a later transaction is kept or made again, by the rules of the fork', async () => {
    const make = { to: contract(0), data: mortal, value: 5n }
    const destroy = { to: madeByContract0, data: '' }
    const { state } = await expectSame(hardfork, [
      { data: deploying(`${create2}00`) },
      make,
      destroy,
      make,
    ])
    expect(state.readStorage(madeByContract0.bytes, numberToBytes(1, 32))[31]).toBe(7)
    // Since EIP-6780 it still stood, so the second creation failed and the value stayed behind.
    expect(state.readAccount(madeByContract0.bytes)?.balance).toBe(
      hardfork === Hardfork.Shanghai ? 5n : 0n,
    )
  })

  test('what a reverted call wrote is undone and the rest stays', async () => {
    const { steps } = await expectSame(hardfork, [
      { data: deploying(calling) },
      { data: deploying(reverting) },
      {
        to: contract(0),
        data: bytesToHex(contract(1).bytes).slice(2).padStart(64, '0'),
        value: 9n,
      },
    ])
    expect(steps[2]?.error).toBeUndefined()
  })

  test('a reverted and a failed transaction leave only their fee', async () => {
    const { steps } = await expectSame(hardfork, [
      { data: deploying(reverting) },
      { to: contract(0), data: '', value: 3n },
      { data: 'fe' },
      { data: '' },
    ])
    expect(steps.map(({ error }) => error)).toEqual([
      undefined,
      'revert',
      'invalid opcode',
      undefined,
    ])
  })

  test('touched empty accounts are cleaned up', async () => {
    await expectSame(hardfork, [{ to: contract(99), data: '' }])
  })
})
