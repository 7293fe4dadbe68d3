import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { viemClient } from '../support/clients.ts'
import { type Ask, everyKind, Listener, orderOf } from '../support/deliveries.ts'
import { rpc } from '../support/rpc.ts'
import { subscriber } from '../support/subscriber.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob } from '../support/transfers.ts'

/** Three flashblocks, then the seal. */
const cadence = { mining: 'flashblocks', blockTime: '600ms', flashblockTime: '200ms' } as const

function asker(devnet: PreconfDevnet): Ask {
  return (method, ...params) => devnet.provider.request({ method, params })
}

async function deployToken(devnet: PreconfDevnet): Promise<Hex> {
  const client = await viemClient(devnet)
  const hash = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  return contractAddress as Hex
}

/** Lets time go on for some blocks, with a transfer and two transfers of the token before most flashblocks. */
async function flow(devnet: PreconfDevnet, token: Hex): Promise<void> {
  const ask = asker(devnet)
  const from = devnet.accounts[0]?.address
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] })
  for (let tick = 0; tick < 14; tick++) {
    if (tick % 4 !== 3) {
      await ask('eth_sendTransaction', { from, to: token, data, gas: '0x186a0' })
      await ask('eth_sendTransaction', { from, to: bob, value: '0x1', gas: '0x5208' })
      await ask('eth_sendTransaction', { from, to: token, data, gas: '0x186a0' })
    }
    await devnet.clock.advance(200)
  }
}

/** Each flashblock's transactions, their logs, itself; each block's head, its logs, its receipts. */
const promised = /^(t*l*F|Hg*R?)+$/

test('over WebSocket, a client that sends a request over HTTP on any message sees all that it told, in the order that is promised', async () => {
  await using devnet = await testDevnet(cadence)
  const token = await deployToken(devnet)
  using client = await subscriber(devnet)
  const listener = new Listener(token)
  client.listen((push) =>
    listener.hear((method, ...params) => rpc(client.url, method, params), push),
  )
  for (const kind of everyKind) await client.subscribe(...kind)
  await flow(devnet, token)
  await client.settled()
  await listener.settled()
  expectWhole(listener)
})

test('in process, a client that sends a request within any message sees all that it told, in the order that is promised', async () => {
  await using devnet = await testDevnet(cadence)
  const token = await deployToken(devnet)
  const ask = asker(devnet)
  const kinds = new Map<string, string>()
  const listener = new Listener(token)
  devnet.provider.on('message', ({ data }) =>
    listener.hear(ask, { kind: kinds.get(data.subscription) ?? 'unknown', result: data.result }),
  )
  for (const [kind, ...params] of everyKind) {
    kinds.set(await ask('eth_subscribe', kind, ...params), kind)
  }
  await flow(devnet, token)
  await listener.settled()
  expectWhole(listener)
})

/** All kinds came, in order, and the transactions that the pool told of were sealed one and all. */
function expectWhole({ pushes }: Listener): void {
  const of = (wanted: string) =>
    pushes.filter(({ kind }) => kind === wanted).map(({ result }) => result)
  expect(orderOf(pushes)).toMatch(promised)
  expect(orderOf(pushes)).toContain('tttllFtttllF')
  expect(of('newHeads').length).toBeGreaterThanOrEqual(4)
  const pooled = of('newPendingTransactions').map(({ hash }) => hash)
  const preconfirmed = of('newFlashblockTransactions').map(({ hash }) => hash)
  const sealed = of('transactionReceipts').flat()
  expect(pooled).toHaveLength(33)
  expect(preconfirmed).toEqual(pooled)
  const hashes = sealed.map(({ transactionHash }) => transactionHash)
  expect(hashes).toEqual(preconfirmed.slice(0, hashes.length))
  expect(of('logs')).toEqual(sealed.flatMap(({ logs }) => logs))
}
