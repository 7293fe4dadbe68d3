import { createPublicClient, createWalletClient, type Hex, http, keccak256, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createDevnet, networkNames, type PreconfDevnet } from '../../../src/index.ts'
import { closeViemSockets } from '../../support/viemSockets.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Nodes of these do not have `eth_sendRawTransactionSync`. */
const withoutSync: readonly string[] = ['avalanche', 'hyperevm', 'mantle']

const asHex = /cannot unmarshal non-string/

/** What nodes say to the timeout that viem writes as a number, where they do not take it so. */
const lateErrors: Readonly<Record<string, RegExp>> = {
  arbitrum: asHex,
  robinhood: asHex,
  polygon: asHex,
  'polygon-preconf': asHex,
  megaeth: /too many arguments/,
  'mev-commit': /JSON is not a valid request object/,
}

async function start(network: (typeof networkNames)[number]) {
  const devnet = await createDevnet({ network, clock: 'manual' })
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  const chain = devnet.viemChain
  const transport = http(url, { retryCount: 0 })
  const client = createPublicClient({ chain, transport, pollingInterval: 5 })
  const wallet = createWalletClient({ account, chain, transport })
  const watcher = createPublicClient({
    chain,
    transport: webSocket(webSocketUrl, { reconnect: false }),
  })
  return { devnet, client, wallet, watcher }
}

/** Waits until the node has taken the transaction. */
async function untilKnown(devnet: PreconfDevnet, raw: Hex): Promise<void> {
  while (devnet.transaction(keccak256(raw)).status === 'unknown') {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

afterEach(closeViemSockets)

describe.each(networkNames)('viem on %s', (network) => {
  test('waits for a receipt and watches blocks', async () => {
    const { devnet, client, wallet, watcher } = await start(network)
    await using _ = devnet
    const numbers: bigint[] = []
    const unwatch = watcher.watchBlocks({ onBlock: ({ number }) => numbers.push(number ?? -1n) })
    // The subscription is there once an answer has come behind it.
    await watcher.getChainId()
    const hash = await wallet.sendTransaction({ to: bob, value: 1n })
    const waiting = client.waitForTransactionReceipt({ hash, pollingInterval: 5 })
    const { blockMs } = devnet.cadence
    await devnet.clock.advance(2 * blockMs)
    expect(await waiting).toMatchObject({ status: 'success', transactionHash: hash })
    await devnet.clock.advance(blockMs)
    await watcher.getChainId()
    unwatch()
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers).toEqual([...numbers].sort((one, other) => Number(one - other)))
  })

  test('sends synchronously, where its nodes have that method', async () => {
    const { devnet, wallet } = await start(network)
    await using _ = devnet
    const request = await wallet.prepareTransactionRequest({ to: bob, value: 1n })
    const raw = await wallet.signTransaction(request)
    const sending = wallet.sendRawTransactionSync({ serializedTransaction: raw })
    if (withoutSync.includes(network)) {
      await expect(sending).rejects.toThrow(/does not exist/)
      return
    }
    await untilKnown(devnet, raw)
    await devnet.clock.advance(2 * devnet.cadence.blockMs)
    expect(await sending).toMatchObject({ status: 'success', transactionHash: keccak256(raw) })
    const late = wallet.sendRawTransactionSync({ serializedTransaction: raw, timeout: 1000 })
    await expect(late).rejects.toThrow(lateErrors[network] ?? /nonce too low|already known/i)
  })
})
