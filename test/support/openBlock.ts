import { type Hex, numberToHex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { viemClient } from './clients.ts'
import { testDevnet } from './testDevnet.ts'
import { bob } from './transfers.ts'

/** Logs the first 32 bytes of its input and stores them in slot 0. */
const recorderCode: Hex = '0x5f355f525f3560205fa15f355f5500'

/** Creates a contract with this code. */
function creationOf(code: Hex): Hex {
  const length = numberToHex((code.length - 2) / 2, { size: 1 })
  return `0x60${length.slice(2)}8060095f395ff3${code.slice(2)}`
}

export function word(value: number): Hex {
  return pad(numberToHex(value))
}

/** Returns NUMBER, TIMESTAMP and the BALANCE of Bob when it is called to create a contract. */
export const lookAround: Hex = `0x435f524260205273${bob.slice(2)}3160405260605ff3`

/** The pending block as it is after a flashblock. */
export function afterFlashblock(flashblock: number) {
  return { blockNumber: 'pending', flashblock }
}

/**
 * A chain over HTTP with one sealed block and two flashblocks after it. In block 1 the recorder is
 * created and called with 0; in flashblock 1 Bob gets 1 wei; in flashblock 2 he gets another one, the
 * recorder is called with 7, and a second one, `spare`, is created. A transaction of the same sender
 * waits in the pool.
 */
export async function openBlock(options: DevnetOptions = {}) {
  const devnet = await testDevnet({ gasLimit: 1_000_000n, ...options })
  const client = await viemClient(devnet, 'HTTP')
  let nonce = 0
  const send = (request: { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint }) =>
    client.sendTransaction({ gas: 100_000n, nonce: nonce++, ...request })
  const created = async (hash: Hex) =>
    (await client.getTransactionReceipt({ hash })).contractAddress as Hex

  const creation = await send({ data: creationOf(recorderCode) })
  await devnet.flashblock()
  const recorder = await created(creation)
  const zeroCall = await send({ to: recorder, data: word(0) })
  const sealed = await devnet.seal()
  const firstTransfer = await send({ to: bob, value: 1n })
  const first = await devnet.flashblock()
  const secondTransfer = await send({ to: bob, value: 1n })
  const sevenCall = await send({ to: recorder, data: word(7) })
  const spareCreation = await send({ data: creationOf(recorderCode) })
  const second = await devnet.flashblock()
  const pooled = await send({ to: bob, value: 1n })
  return {
    devnet,
    client,
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
    ask: (method: string, params: readonly unknown[]): Promise<any> =>
      client.request({ method, params } as never),
    alice: client.account.address,
    recorder,
    spare: await created(spareCreation),
    recorderCode,
    sealed,
    first,
    second,
    /** A signed creation by lookAround, of another account, that nobody has sent. */
    looking: await privateKeyToAccount(devnet.accounts[1]?.privateKey as Hex).signTransaction({
      chainId: devnet.chainId,
      type: 'eip1559',
      data: lookAround,
      gas: 100_000n,
      nonce: 0,
      maxFeePerGas: 10_000_000_000n,
    }),
    hashes: { creation, zeroCall, firstTransfer, secondTransfer, sevenCall, spareCreation, pooled },
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}

export type OpenBlock = Awaited<ReturnType<typeof openBlock>>
