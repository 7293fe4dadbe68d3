import { expect } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import type { ProviderMessage } from '../../../src/types/provider.ts'
import { testDevnet } from '../../support/testDevnet.ts'

/** A devnet with a short way to ask it. */
export interface Client extends PreconfDevnet {
  // The tests compare what comes with what they expect.
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
  ask(method: string, ...params: unknown[]): Promise<any>
  /** The error that the method answers with. */
  refusal(method: string, ...params: unknown[]): Promise<RpcFailure>
  /** Sends from the first account, 21,000 gas for a transfer; the hash. */
  send(transaction: Record<string, unknown>): Promise<Hex>
}

export interface RpcFailure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export async function client(options: DevnetOptions = {}): Promise<Client> {
  return clientOf(await testDevnet(options))
}

export function clientOf(devnet: PreconfDevnet): Client {
  const ask = (method: string, ...params: unknown[]) => devnet.provider.request({ method, params })
  return {
    ...devnet,
    ask,
    refusal: async (method, ...params) => {
      const failure = await ask(method, ...params).then(
        (answer) => ({ answer }),
        (error: RpcFailure) => error,
      )
      if ('answer' in failure) {
        throw new Error(`${method} answered ${JSON.stringify(failure.answer)}`)
      }
      const { code, message, data } = failure
      return data === undefined ? { code, message } : { code, message, data }
    },
    send: (transaction) =>
      ask('eth_sendTransaction', {
        from: devnet.accounts[0]?.address,
        gas: '0x30d40',
        ...transaction,
      }),
  }
}

/** An address of a devnet's account. */
export function account(devnet: PreconfDevnet, index: number): Hex {
  const found = devnet.accounts[index]
  if (found === undefined) throw new RangeError(`no account ${index}`)
  return found.address
}

/** -32602 for the argument at a position. */
export function invalidArgument(index: number, problem: string): RpcFailure {
  return { code: -32602, message: `invalid argument ${index}: ${problem}` }
}

export function missingArgument(index: number): RpcFailure {
  return { code: -32602, message: `missing value for required argument ${index}` }
}

export const tooMany = (most: number): RpcFailure => ({
  code: -32602,
  message: `too many arguments, want at most ${most}`,
})

export const headerNotFound: RpcFailure = {
  code: -32602,
  message: expect.stringMatching(
    /^BlockOutOfRangeError: block height is \d+ but requested was \d+$/,
  ),
}

export const zeroHash: Hex = `0x${'0'.repeat(64)}`

/** 32 bytes of one value. */
export function word(value: bigint | number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** Logs its input's first 32 bytes as data under that same topic, and stores them in slot 0. */
export const recorderRuntime: Hex = '0x5f355f525f3560205fa15f355f5500'

/** Creates a contract with this code. */
export function creationOf(runtime: Hex): Hex {
  const code = runtime.slice(2)
  const length = (code.length / 2).toString(16).padStart(2, '0')
  return `0x60${length}8060095f395ff3${code}`
}

/** Puts the recorder on the chain with a block of its own; its address. */
export async function deployRecorder(devnet: Client): Promise<Hex> {
  const hash = await devnet.send({ data: creationOf(recorderRuntime) })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  return contractAddress
}

/**
 * One wei each in block 1 and in a flashblock after it, to the second account; the hash of block 1.
 * The recorder, which is in block 1, holds 1 there and 2 at `pending`.
 */
export async function twoSteps(devnet: Client): Promise<{ hash: Hex; recorder: Hex }> {
  const to = account(devnet, 1)
  const creation = await devnet.send({ data: creationOf(recorderRuntime), nonce: '0x0' })
  await devnet.flashblock()
  const recorder = (await devnet.ask('eth_getTransactionReceipt', creation)).contractAddress
  await devnet.send({ to: recorder, data: word(1) })
  await devnet.send({ to, value: '0x1' })
  const { hash } = await devnet.seal()
  await devnet.send({ to: recorder, data: word(2) })
  await devnet.send({ to, value: '0x1' })
  await devnet.flashblock()
  return { hash, recorder }
}

/** Subscribes and collects what is pushed. */
export async function listen(devnet: Client, ...params: unknown[]) {
  // biome-ignore lint/suspicious/noExplicitAny: what is pushed depends on the kind
  const results: any[] = []
  const id = await devnet.ask('eth_subscribe', ...params)
  devnet.provider.on('message', ({ data }: ProviderMessage) => {
    if (data.subscription === id) results.push(data.result)
  })
  // Pushes wait until the client has had time to note the id.
  await yieldToEventLoop()
  return { id, results }
}
