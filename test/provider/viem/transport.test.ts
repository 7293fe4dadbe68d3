import {
  BaseError,
  createPublicClient,
  createWalletClient,
  type Hash,
  type Log,
  ProviderDisconnectedError,
  parseAbiItem,
  RpcRequestError,
  SocketClosedError,
} from 'viem'
import { watchBlockHeaders } from 'viem/actions'
import { describe, expect, it } from 'vitest'
import { devnetTransport } from '../../../src/testing/viem.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { viemClient } from '../../support/clients.ts'
import { recordMethods } from '../../support/recordMethods.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

function publicClient(devnet: PreconfDevnet) {
  return createPublicClient({ chain: devnet.viemChain, transport: devnetTransport(devnet) })
}

/** What watchers ask for is on its way. */
function begun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe("viem's watchers", () => {
  it('receive blocks, numbers and headers by push, and request nothing else', async () => {
    await using devnet = await testDevnet()
    const client = publicClient(devnet)
    const methods = recordMethods(devnet)
    const seen: string[] = []
    const ends = [
      client.watchBlockNumber({ onBlockNumber: (number) => seen.push(`number ${number}`) }),
      client.watchBlocks({ onBlock: ({ number }) => seen.push(`block ${number}`) }),
      watchBlockHeaders(client, { onBlockHeader: ({ number }) => seen.push(`header ${number}`) }),
    ]
    await begun()
    await devnet.seal()
    await devnet.flashblock()
    await devnet.seal()
    await begun()
    expect(seen.sort()).toEqual(
      ['block', 'header', 'number'].flatMap((kind) => [`${kind} 1`, `${kind} 2`]),
    )
    for (const end of ends) end()
    await begun()
    await devnet.seal()
    await begun()
    expect(seen).toHaveLength(6)
    // One block is fetched for each push, as over WebSocket.
    expect(methods.sort()).toEqual([
      ...Array(2).fill('eth_getBlockByNumber'),
      ...Array(3).fill('eth_subscribe'),
      ...Array(3).fill('eth_unsubscribe'),
    ])
  })

  it('receive events and pooled transactions by push, and request nothing else', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const client = publicClient(devnet)
    const wallet = createWalletClient({
      account: devnet.accounts[0]?.address ?? expect.fail(),
      chain: devnet.viemChain,
      transport: devnetTransport(devnet),
    })
    const deployment = await wallet.deployContract({
      abi: tokenAbi,
      bytecode: tokenBytecode,
      args: ['Test', 'TST', 100n],
    })
    const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
    const address = contractAddress ?? expect.fail()
    const methods = recordMethods(devnet)
    const values: unknown[] = []
    const hashes: Hash[] = []
    const note = (logs: readonly (Log & { args: { value?: bigint | undefined } })[]) =>
      values.push(...logs.map(({ args }) => args.value))
    const event = parseAbiItem(
      'event Transfer(address indexed from, address indexed to, uint256 value)',
    )
    client.watchEvent({ address, event, args: { to: bob }, onLogs: note })
    client.watchContractEvent({ address, abi: tokenAbi, eventName: 'Transfer', onLogs: note })
    client.watchPendingTransactions({ onTransactions: (found) => hashes.push(...found) })
    await begun()
    const sent = await wallet.writeContract({
      address,
      abi: tokenAbi,
      functionName: 'transfer',
      args: [bob, 7n],
    })
    await begun()
    expect(values).toEqual([7n, 7n])
    expect(hashes).toEqual([sent])
    expect(methods).toEqual([
      'eth_subscribe',
      'eth_subscribe',
      'eth_subscribe',
      'eth_chainId',
      'eth_sendTransaction',
    ])
  })

  it('go on when the connection broke, and say that it did', async () => {
    await using devnet = await testDevnet()
    const client = publicClient(devnet)
    const numbers: bigint[] = []
    const errors: unknown[] = []
    client.watchBlockNumber({
      onBlockNumber: (number) => numbers.push(number),
      onError: (error) => errors.push(error),
    })
    await begun()
    await devnet.seal()
    devnet.faults.inject({ kind: 'disconnect', method: 'eth_gasPrice' })
    await expect(client.getGasPrice()).rejects.toThrow(ProviderDisconnectedError)
    await begun()
    await devnet.seal()
    expect(numbers).toEqual([1n, 2n])
    expect(errors).toEqual([expect.any(SocketClosedError)])
  })
})

describe('subscribe', () => {
  it('takes the kinds that only this devnet has', async () => {
    await using devnet = await testDevnet()
    const { transport } = publicClient(devnet)
    const pushed: unknown[] = []
    const { unsubscribe } = await transport.subscribe({
      params: ['newFlashblockTransactions'],
      onData: ({ result }) => pushed.push(result),
    })
    const hash = await sendTransfer(devnet)
    await devnet.flashblock()
    expect(pushed).toEqual([hash])
    expect(await unsubscribe()).toEqual({ result: true })
    expect(await unsubscribe()).toEqual({ result: false })
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    expect(pushed).toHaveLength(1)
  })

  it('rejects with what the node answers', async () => {
    await using devnet = await testDevnet()
    const { transport } = publicClient(devnet)
    const subscribed = transport.subscribe({ params: ['logs', { topics: 1 }], onData: () => {} })
    await expect(subscribed).rejects.toBeInstanceOf(RpcRequestError)
    await expect(subscribed).rejects.toMatchObject({ code: -32602 })
  })

  it('can be ended when the devnet is closed', async () => {
    const devnet = await testDevnet()
    const { transport } = publicClient(devnet)
    const errors: unknown[] = []
    const { unsubscribe } = await transport.subscribe({
      params: ['newHeads'],
      onData: () => {},
      onError: (error) => errors.push(error),
    })
    await devnet.close()
    expect(errors).toHaveLength(1)
    expect(await unsubscribe()).toEqual({ result: false })
  })
})

describe('errors', () => {
  /** Names and codes from the error of a client down to its last cause that is an error of viem. */
  function namesOf(error: unknown): unknown[] {
    if (!(error instanceof BaseError)) return []
    return [[error.name, (error as { code?: unknown }).code], ...namesOf(error.cause)]
  }

  it('are of the classes that they have over HTTP', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const account = devnet.accounts[0]?.address ?? expect.fail()
    const failures = async (client: ReturnType<typeof publicClient>) => {
      const outcomes = await Promise.allSettled([
        // PUSH0 PUSH0 REVERT
        client.call({ account, data: '0x5f5ffd' }),
        client.call({ account: bob, to: bob, value: 1n }),
        client.getStorageAt({ address: '0x1', slot: '0x0' }),
        client.request({ method: 'eth_nothing' as 'eth_chainId' }),
        client.sendRawTransaction({ serializedTransaction: '0x02c0' }),
      ])
      return outcomes.map((outcome) =>
        outcome.status === 'rejected' ? namesOf(outcome.reason) : expect.fail(),
      )
    }
    const overHttp = await viemClient(devnet, 'HTTP')
    expect(await failures(publicClient(devnet))).toEqual(await failures(overHttp as never))
  })

  it('of the node are not tried again unless that is wanted', async () => {
    await using devnet = await testDevnet()
    const inject = () =>
      devnet.faults.inject({ kind: 'error', method: 'eth_gasPrice', code: -32005, times: 1 })
    inject()
    await expect(publicClient(devnet).getGasPrice()).rejects.toMatchObject({ code: -32005 })
    inject()
    const patient = createPublicClient({
      transport: devnetTransport(devnet, { retryCount: 1, retryDelay: 1 }),
    })
    expect(await patient.getGasPrice()).toBeGreaterThan(0n)
  })
})
