import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { PreconfDevnet } from '../../../src/index.ts'
import type { Fault } from '../../../src/types/fault.ts'
import type { NetworkRecord } from '../../../src/types/network.ts'
import { testDevnet } from '../../support/testDevnet.ts'

/** Emits a log without topics and data, and takes ether. */
export const emitter = { address: `0x${'e'.repeat(40)}`, code: '0x5f5fa000' } as const

/** More than what makes a checkpoint of Polygon's, less than a small block of HyperEVM has. */
const gas = 400_000n

/** What a client sees at a moment. */
export interface Sight {
  /** The hash of the block that its receipt names; none without a receipt. */
  readonly receipt: Hex | null | undefined
  /** What the emitter has got, in wei, at `latest` and at `pending`. */
  readonly got: readonly [latest: number, pending: number]
  /** Numbers of the blocks `safe` and `finalized`. */
  readonly numbers: readonly [safe: number, finalized: number]
  readonly head: number
  /** What has been pushed so far, by kind. */
  readonly pushed: Readonly<Record<string, number>>
  /** Indexes of the flashblocks so far. */
  readonly indexes: readonly number[]
}

/** A devnet of the network at the beginning of a block, with subscribers to all that its states push. */
export async function stage(network: NetworkRecord) {
  const devnet = await testDevnet({
    network: network.name as never,
    mining: network.flashblockMs === undefined ? 'interval' : 'flashblocks',
    // What is final comes soon on all.
    slotsInAnEpoch: 1,
  })
  const ask = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params: params as never }) as Promise<never>
  await ask('anvil_setCode', emitter.address, emitter.code)
  const kinds = new Map<string, string>()
  const pushed: Record<string, number> = {}
  const indexes: number[] = []
  devnet.provider.on('message', ({ data }) => {
    const { subscription } = data as { subscription: string }
    const kind = kinds.get(subscription) ?? '?'
    pushed[kind] = (pushed[kind] ?? 0) + 1
  })
  await devnet.clock.advance(network.blockMs)
  devnet.on('flashblock', ({ index }) => indexes.push(index))
  for (const kind of new Set(network.states.flatMap(({ subscriptions }) => subscriptions))) {
    const params = kind === 'stateChanges' ? [[emitter.address]] : []
    // Some networks of a table refuse a kind of it.
    const id = await ask('eth_subscribe', kind, ...params).catch(() => undefined)
    if (id !== undefined) kinds.set(id, kind)
  }
  const sees = async (hash: Hex): Promise<Sight> => {
    const balance = async (tag: string) => Number(await ask('eth_getBalance', emitter.address, tag))
    const number = async (tag: string) => {
      const block = (await ask('eth_getBlockByNumber', tag, false)) as { number: Hex } | null
      return Number(block?.number)
    }
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as { blockHash: Hex } | null
    return {
      receipt: receipt?.blockHash,
      got: [await balance('latest'), await balance('pending')],
      numbers: [await number('safe'), await number('finalized')],
      head: Number(await ask('eth_blockNumber')),
      pushed: { ...pushed },
      indexes: [...indexes],
    }
  }
  return { devnet, ask, sees, [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose]() }
}

export type Stage = Awaited<ReturnType<typeof stage>>

/** A signed transaction that pays the emitter, of an account of the devnet. */
export function sign(devnet: PreconfDevnet, from: number, value = 1n): Promise<Hex> {
  return privateKeyToAccount(devnet.accounts[from]?.privateKey as Hex).signTransaction({
    chainId: devnet.chainId,
    to: emitter.address,
    value,
    gas,
    gasPrice: 1_000_000_000_000n,
    nonce: 0,
  })
}

/** When a client first can see something of what was sent at the beginning of a block, in ms. */
export function signMs({ blockMs, flashblockMs, subBlocks }: NetworkRecord): number {
  if (flashblockMs === undefined) return blockMs
  const { leewayMs = 0, executeMs = 0 } = subBlocks ?? {}
  return Math.min(flashblockMs, blockMs - leewayMs) + executeMs
}

export interface Walk {
  readonly hashes: readonly [first: Hex, second: Hex]
  /** At the first sign, before the seal, at the seal, and a block and two blocks later. */
  readonly sights: readonly [Sight, Sight, Sight, Sight, Sight]
  readonly devnet: PreconfDevnet
  /** The transactions of the first block that has any, by their hashes. */
  readonly order: readonly Hex[]
}

export type FaultsFor = (
  set: Stage,
  hashes: readonly [Hex, Hex],
  network: NetworkRecord,
) => Promise<readonly Fault[]> | readonly Fault[]

/** Sends two transactions of two senders, and looks from the first sign of them to two blocks after. */
export async function walk(
  { devnet, ask, sees }: Stage,
  network: NetworkRecord,
  faultsFor: FaultsFor,
  injectAt: 'start' | 'sign' = 'start',
): Promise<Walk> {
  const { blockMs } = network
  const raws = [await sign(devnet, 0), await sign(devnet, 1)]
  const hashes = raws.map((raw) => keccak256(raw)) as [Hex, Hex]
  const set = { devnet, ask, sees } as Stage
  const inject = async (at: string) => {
    if (at !== injectAt) return
    for (const fault of await faultsFor(set, hashes, network)) devnet.faults.inject(fault)
  }
  await inject('start')
  for (const raw of raws) await ask('eth_sendRawTransaction', raw)
  const sights: Sight[] = []
  let now = 0
  const first = signMs(network)
  for (const at of [first, blockMs - 1, blockMs, 2 * blockMs, 3 * blockMs]) {
    await devnet.clock.advance(Math.max(0, at - now))
    now = Math.max(now, at)
    sights.push(await sees(hashes[0]))
    if (sights.length === 1) await inject('sign')
  }
  let order: readonly Hex[] = []
  for (let number = 1; order.length === 0 && number <= 4; number++) {
    const block = (await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as {
      transactions: Hex[]
    } | null
    order = (block?.transactions ?? []).filter((hash) => hashes.includes(hash))
  }
  return { hashes, sights: sights as never, devnet, order }
}

const plain = new Map<string, Promise<Walk>>()

/** The walk without faults. */
export function withoutFaults(network: NetworkRecord): Promise<Walk> {
  const known = plain.get(network.name)
  if (known !== undefined) return known
  const made = (async () => {
    await using set = await stage(network)
    return await walk(set, network, () => [])
  })()
  plain.set(network.name, made)
  return made
}

/** Whether from the seal on all is as without faults: a fault of flashblocks changes no block. */
export function expectSameBlocks(base: Walk, run: Walk): void {
  for (const at of [2, 3, 4] as const) {
    expect(run.sights[at].receipt).toBe(base.sights[at].receipt)
    expect(run.sights[at].got[0]).toBe(base.sights[at].got[0])
  }
}
