import { getContractAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { applyMessage, type MessageResult } from '../../src/execution/applyMessage.ts'
import { environmentOf } from '../../src/execution/blockEnvironment.ts'
import { InvalidMessage, messageOf } from '../../src/execution/message.ts'

import { withStateOverrides } from '../../src/execution/overrides.ts'
import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { CallRequest } from '../../src/types/request.ts'
import type { MutableState } from '../../src/types/state.ts'
import { assemble, deploying, returning, sending } from './assemble.ts'
import {
  addressOf,
  contract,
  createEngine,
  type EngineOptions,
  funded,
  onMachine,
} from './engine.ts'

const ether = 10n ** 18n
const sender = addressOf(9)
const target = addressOf(1)
const coinbase = hexToBytes('c0'.repeat(20))

const created = (nonce: bigint) =>
  hexToBytes(getContractAddress({ from: bytesToHex(sender), nonce }))

interface Applied {
  readonly result: MessageResult
  readonly balance: (address: Uint8Array) => bigint
  readonly state: MutableState
}

/** Applies requests one after the other and looks at what came of the last, and at the state. */
async function applied<Seen>(
  requests: readonly CallRequest[],
  look: (applied: Applied) => Seen,
  { validation = false, ...options }: EngineOptions & { validation?: boolean } = {},
): Promise<Seen> {
  const engine = await createEngine({
    ...options,
    accounts: [funded(9), ...(options.accounts ?? [])],
  })
  const environment = environmentOf(engine.context.header)
  return onMachine(engine, async (machine) => {
    const { state } = machine
    let result: MessageResult | undefined
    for (const request of requests) {
      const from = request.from ?? sender
      const message = messageOf(
        { ...request, from },
        {
          chainId: 31337n,
          baseFee: environment.baseFeePerGas,
          gasCap: 1_000_000n,
          nonce: state.readAccount(from)?.nonce ?? 0n,
        },
      )
      result = await applyMessage(machine, message, { environment, validation })
    }
    const balance = (address: Uint8Array) => state.readAccount(address)?.balance ?? 0n
    return look({ result: result as MessageResult, balance, state })
  })
}

function resultOf(
  requests: readonly CallRequest[],
  options: EngineOptions & { validation?: boolean } = {},
): Promise<MessageResult> {
  return applied(requests, ({ result }) => result, options)
}

/** Writes 0 into the slot that is set to 1. */
const clearing = assemble(0, 0, 'SSTORE')

describe('applyMessage', () => {
  it('moves value and raises the nonce', async () => {
    await applied([{ to: target, value: 5n }], ({ result, balance, state }) => {
      expect(result).toMatchObject({ status: 1, gasUsed: 21_000n, maxUsedGas: 21_000n, logs: [] })
      expect(balance(target)).toBe(5n)
      expect(balance(sender)).toBe(ether - 5n)
      expect(state.readAccount(sender)?.nonce).toBe(1n)
    })
  })

  it('costs nothing without fees, and touches no coinbase', async () => {
    await applied([{ to: target }], ({ balance, state }) => {
      expect(balance(sender)).toBe(ether)
      expect(state.readAccount(coinbase)).toBeUndefined()
    })
  })

  it('pays the tip to the coinbase and burns the base fee', async () => {
    const request = { to: target, maxFeePerGas: 5_000n, maxPriorityFeePerGas: 7n, gas: 50_000n }
    await applied([request], ({ balance }) => {
      expect(balance(sender)).toBe(ether - 21_000n * 1_007n)
      expect(balance(coinbase)).toBe(21_000n * 7n)
    })
  })

  it('pays the whole gas price to the coinbase before London', async () => {
    await applied(
      [{ to: target, gasPrice: 3n }],
      ({ balance }) => expect(balance(coinbase)).toBe(63_000n),
      { hardfork: 'berlin' },
    )
  })

  it('gives back a fifth at most of what was used, and tells the peak', async () => {
    const cleared = {
      ...contract(1, clearing),
      storage: [[new Uint8Array(32), Uint8Array.of(1)] as const],
    }
    const result = await resultOf([{ to: target }], { accounts: [cleared] })
    expect(result.maxUsedGas).toBe(21_000n + 3n + 3n + 2_100n + 2_900n)
    // The refund for a cleared slot is 4,800 (EIP-3529), and a fifth is more than that.
    expect(result.gasUsed).toBe(result.maxUsedGas - 4_800n)
  })

  it('uses at least the floor for data', async () => {
    const data = new Uint8Array(1_000).fill(1)
    const result = await resultOf([{ to: target, data }])
    expect(result).toMatchObject({ gasUsed: 61_000n, maxUsedGas: 61_000n })
    const before = await resultOf([{ to: target, data }], { hardfork: 'cancun' })
    expect(before.gasUsed).toBe(37_000n)
  })

  it('deploys a contract at the address of sender and nonce', async () => {
    const code = assemble('CALLER', 'POP')
    await applied([{ to: target }, { data: deploying(code) }], ({ result, state }) => {
      expect(result.output).toEqual(code)
      expect(state.readCode(created(1n))).toEqual(code)
    })
  })

  it('keeps nothing of what reverts but nonce and fees, and hands over its data', async () => {
    const reverting = assemble(1, 0, 'SSTORE', 0xab, 0, 'MSTORE', 1, 31, 'REVERT')
    const request = { to: target, value: 9n, gasPrice: 1_000n, gas: 100_000n }
    await applied(
      [request],
      ({ result, balance, state }) => {
        expect(result).toMatchObject({
          status: 0,
          isReverted: true,
          failure: 'execution reverted',
          output: Uint8Array.of(0xab),
          logs: [],
        })
        expect(bytesToBigInt(state.readStorage(target, new Uint8Array(32)))).toBe(0n)
        expect(balance(target)).toBe(0n)
        expect(balance(sender)).toBe(ether - result.gasUsed * 1_000n)
        expect(state.readAccount(sender)?.nonce).toBe(1n)
      },
      { accounts: [contract(1, reverting)] },
    )
  })

  it('uses all gas of what halts', async () => {
    const result = await resultOf([{ to: target, gas: 77_777n }], {
      accounts: [contract(1, assemble('INVALID'))],
    })
    expect(result).toMatchObject({
      status: 0,
      isReverted: false,
      gasUsed: 77_777n,
      failure: 'invalid opcode: INVALID',
    })
  })

  it('gives the logs', async () => {
    const logging = assemble(7, 0, 'MSTORE', numberToBytes(5, 32), 32, 0, 'LOG1')
    const { logs } = await resultOf([{ to: target }], { accounts: [contract(1, logging)] })
    expect(logs).toEqual([
      { address: target, topics: [numberToBytes(5, 32)], data: numberToBytes(7, 32) },
    ])
  })

  it('forgets between messages what was warm, original or transient', async () => {
    const code = assemble(0, 'TLOAD', 1, 'ADD', 'DUP1', 0, 'TSTORE', 1, 'SSTORE')
    const once = await resultOf([{ to: target }], { accounts: [contract(1, code)] })
    await applied(
      [{ to: target }, { to: target }],
      ({ result, state }) => {
        expect(bytesToBigInt(state.readStorage(target, numberToBytes(1, 32)))).toBe(1n)
        // The slot is cold again, but it has its value already: 100 instead of 20,000.
        expect(once.gasUsed - result.gasUsed).toBe(19_900n)
      },
      { accounts: [contract(1, code)] },
    )
  })

  it('has sender, target, coinbase, precompiles and the access list warm', async () => {
    const looking = (address: Uint8Array) => [address, 'BALANCE', 'POP'] as const
    const code = assemble(
      ...looking(sender),
      ...looking(target),
      ...looking(coinbase),
      ...looking(numberToBytes(1, 20)),
      ...looking(addressOf(77)),
    )
    const options = { accounts: [contract(1, code)] }
    const cold = await resultOf([{ to: target }], options)
    expect(cold.gasUsed).toBe(21_000n + 5n * 5n + 4n * 100n + 2_600n)
    const listed = await resultOf([{ to: target, accessList: [[addressOf(77), []]] }], options)
    expect(listed.gasUsed).toBe(21_000n + 5n * 5n + 5n * 100n + 2_400n)
    const before = await resultOf([{ to: target }], { ...options, hardfork: 'london' })
    expect(before.gasUsed).toBe(21_000n + 5n * 5n + 3n * 100n + 2n * 2_600n)
  })

  it('has the place of a precompile warm that is moved, and the new one cold', async () => {
    const [identity, moved] = [numberToBytes(4, 20), addressOf(77)]
    const code = assemble(identity, 'BALANCE', moved, 'BALANCE')
    const engine = await createEngine({ accounts: [contract(1, code)] })
    const environment = environmentOf(engine.context.header)
    const message = messageOf(
      { to: target },
      { chainId: 31337n, baseFee: 0n, gasCap: 100_000n, nonce: 0n },
    )
    const override = { address: identity, movePrecompileToAddress: moved }
    const gasUsed = await onMachine(engine, (machine) =>
      withStateOverrides(machine, [override], async () => {
        return (await applyMessage(machine, message, { environment, validation: false })).gasUsed
      }),
    )
    expect(gasUsed).toBe(21_000n + 2n * 3n + 100n + 2_600n)
  })

  it('removes what destroys itself: since Cancun only in the message that made it', async () => {
    const destroying = assemble(sender, 'SELFDESTRUCT')
    const accounts = [contract(1, destroying, 5n)]
    await applied(
      [{ to: target }],
      ({ balance, state }) => {
        expect(balance(sender)).toBe(ether + 5n)
        expect(state.readCode(target)).toEqual(destroying)
      },
      { accounts },
    )
    await applied(
      [{ to: target }],
      ({ state }) => expect(state.readAccount(target)).toBeUndefined(),
      {
        accounts,
        hardfork: 'shanghai',
      },
    )
    await applied([{ data: destroying, value: 3n }], ({ state, result }) => {
      expect(result.status).toBe(1)
      expect(state.readAccount(created(0n))).toBeUndefined()
    })
  })

  it('leaves no empty accounts behind', async () => {
    const touching = assemble(...sending(addressOf(88), 0))
    await applied(
      [{ to: target }],
      ({ state }) => expect(state.readAccount(addressOf(88))).toBeUndefined(),
      { accounts: [contract(1, touching)] },
    )
  })

  it('sets delegations before it runs, and keeps them when it fails', async () => {
    const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const authority = hexToBytes(owner.address)
    const { r, s, yParity } = await owner.signAuthorization({
      chainId: 0,
      nonce: 0,
      contractAddress: bytesToHex(target),
    })
    const parity = yParity === 0 ? new Uint8Array() : Uint8Array.of(1)
    const none = new Uint8Array()
    const item = [none, target, none, parity, hexToBytes(r), hexToBytes(s)] as const
    const request = { to: authority, authorizationList: [item] }
    await applied(
      [request],
      ({ result, state }) => {
        expect(result.status).toBe(0)
        expect(bytesToHex(state.readCode(authority))).toBe(`0xef0100${bytesToHex(target).slice(2)}`)
      },
      { accounts: [contract(1, assemble('INVALID'))] },
    )
  })

  it('lets a nonce at its maximum begin again, where nothing is validated', async () => {
    const accounts = [{ address: bytesToHex(addressOf(3)), nonce: 2n ** 64n - 1n, balance: 1n }]
    const request = { from: addressOf(3), to: target }
    await applied(
      [request],
      ({ result, state }) => {
        expect(result.status).toBe(1)
        expect(state.readAccount(addressOf(3))?.nonce).toBe(0n)
      },
      { accounts },
    )
    await expect(resultOf([request], { accounts, validation: true })).rejects.toThrow(
      'nonce has max',
    )
  })

  it('fails a creation with a nonce at its maximum for its intrinsic gas', async () => {
    const accounts = [{ address: bytesToHex(addressOf(3)), nonce: 2n ** 64n - 1n, balance: 1n }]
    const result = await resultOf([{ from: addressOf(3) }], { accounts })
    expect(result).toMatchObject({
      status: 0,
      failure: 'nonce uint64 overflow',
      gasUsed: 53_000n,
      isReverted: false,
    })
  })

  it('pays for blobs what they cost in this block', async () => {
    const blob = new Uint8Array(32).fill(1)
    const request = { to: target, blobVersionedHashes: [blob, blob], maxFeePerBlobGas: 3n }
    await applied([request], ({ balance }) => {
      expect(balance(sender)).toBe(ether - 2n * 131_072n)
    })
  })

  it('pays for blobs without a fee cap only what there is', async () => {
    const blob = new Uint8Array(32).fill(1)
    const request = { from: addressOf(3), to: target, value: 3n, blobVersionedHashes: [blob] }
    await applied(
      [request],
      ({ result, balance }) => {
        expect(result.status).toBe(1)
        expect(balance(addressOf(3))).toBe(0n)
      },
      { accounts: [funded(3, 100n)] },
    )
  })

  it('writes nothing when it refuses', async () => {
    const engine = await createEngine({ accounts: [funded(9)] })
    const environment = environmentOf(engine.context.header)
    const message = messageOf(
      { from: sender, to: target, gas: 20_000n },
      { chainId: 31337n, baseFee: 0n, gasCap: 100_000n, nonce: 0n },
    )
    await onMachine(engine, async (machine) => {
      const refused = () => applyMessage(machine, message, { environment, validation: false })
      expect(refused).toThrow(InvalidMessage)
      expect(machine.state.tree().root()).toEqual(engine.context.state.root())
    })
  })

  it('shows calls the price that they pay', async () => {
    const request = { to: target, maxFeePerGas: 5_000n, maxPriorityFeePerGas: 7n, gas: 50_000n }
    const { output } = await resultOf([request], {
      accounts: [contract(1, returning('GASPRICE'))],
    })
    expect(bytesToBigInt(output)).toBe(1_007n)
  })
})
