// Transfers per second: signed beforehand, submitted by ten senders, sealed. In process and over HTTP;
// with `--anvil PATH` the same against anvil in the same run, and ratios.
import { privateKeyToAccount } from 'viem/accounts'
import { createDevnet } from '../../src/createDevnet.ts'
import type { Hex } from '../../src/lib/hex.ts'
import { anvilPath, rpc, startAnvil } from './servers.ts'

const perSender = Number(process.env.TRANSFERS ?? 100)
const concurrency = 16

type Send = (method: string, params: readonly unknown[]) => Promise<unknown>

async function signAll(keys: readonly Hex[]): Promise<readonly Hex[]> {
  const raw: Hex[] = []
  for (let nonce = 0; nonce < perSender; nonce++) {
    for (const key of keys) {
      raw.push(
        await privateKeyToAccount(key).signTransaction({
          chainId: 31_337,
          type: 'eip1559',
          to: '0x00000000000000000000000000000000000000aa',
          value: 1n,
          gas: 21_000n,
          maxFeePerGas: 10_000_000_000n,
          maxPriorityFeePerGas: 1_000_000_000n,
          nonce,
        }),
      )
    }
  }
  return raw
}

/** Transactions per second from the first submission to the last sealed block. */
async function measure(send: Send, raw: readonly Hex[]): Promise<number> {
  const startedMs = performance.now()
  const queue = raw.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const transaction of queue) await send('eth_sendRawTransaction', [transaction])
    }),
  )
  for (let mined = 0; mined < raw.length; ) {
    await send('evm_mine', [])
    const block = (await send('eth_getBlockByNumber', ['latest', false])) as { transactions: Hex[] }
    if (block.transactions.length === 0)
      throw new Error(`only ${mined} of ${raw.length} were mined`)
    mined += block.transactions.length
  }
  return (raw.length / (performance.now() - startedMs)) * 1000
}

const results = new Map<string, number>()
let raw: readonly Hex[] = []
for (const place of ['warm-up', 'in process', 'over HTTP'] as const) {
  await using devnet = await createDevnet({ mining: 'manual' })
  if (raw.length === 0) raw = await signAll(devnet.accounts.map(({ privateKey }) => privateKey))
  const { url } = await devnet.listen({ port: 0 })
  const send: Send =
    place === 'over HTTP'
      ? (method, params) => rpc(url, method, params)
      : (method, params) => devnet.provider.request({ method, params })
  const rate = await measure(send, place === 'warm-up' ? raw.slice(0, 200) : raw)
  if (place !== 'warm-up') results.set(`preconf ${place}`, rate)
}
const path = anvilPath()
if (path !== undefined) {
  const anvil = await startAnvil(path, ['--no-mining'])
  results.set(
    'anvil over HTTP',
    await measure((method, params) => rpc(anvil.url, method, params), raw),
  )
  await anvil.stop()
}
const reference = results.get('anvil over HTTP')
console.log(
  `${raw.length} transfers of 10 senders, submitted ${concurrency} at a time, then sealed`,
)
for (const [name, rate] of results) {
  const ratio = reference === undefined ? '' : `  ${(rate / reference).toFixed(2)} x anvil`
  console.log(`${name.padEnd(20)} ${rate.toFixed(0).padStart(7)} tx/s${ratio}`)
}
