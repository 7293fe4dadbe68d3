import fc from 'fast-check'
import { encodeFunctionData, type Hex, numberToHex, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { runs } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const recipient = '0x00000000000000000000000000000000000000b0'

type Answer = { blockHash: Hex; transactions: Hex[]; nonce: Hex } | null

/** Each way to see that a transaction is in the pending block, and that it is sealed. */
function looks(devnet: PreconfDevnet, hash: Hex, sender: Hex, token: Hex, sent: bigint) {
  const ask = <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    devnet.provider.request({ method, params })
  const has = (items: readonly { transactionHash: Hex }[]) =>
    items.some(({ transactionHash }) => transactionHash === hash)
  const balanceAt = async (tag: string) => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [recipient] })
    return BigInt(await ask<Hex>('eth_call', { to: token, data }, tag)) >= sent
  }
  const nonceAt = async (tag: string) =>
    BigInt((await ask<{ nonce: Hex }>('eth_getProof', sender, [], tag)).nonce) > sent
  const logsTo = async (tag: string) =>
    has(await ask('eth_getLogs', { fromBlock: '0x0', toBlock: tag, address: token }))
  const block = (tag: string) => ask<Answer>('eth_getBlockByNumber', tag, false)
  return {
    preconfirmed: {
      receipt: async () => (await ask('eth_getTransactionReceipt', hash)) !== null,
      transaction: async () =>
        (await ask<{ blockNumber: Hex | null }>('eth_getTransactionByHash', hash)).blockNumber !==
        null,
      balance: () => balanceAt('pending'),
      nonce: () => nonceAt('pending'),
      logs: () => logsTo('pending'),
    },
    sealed: {
      receipt: async () =>
        ((await ask<Answer>('eth_getTransactionReceipt', hash))?.blockHash ?? zeroHash) !==
        zeroHash,
      transaction: async () =>
        (await ask<{ blockHash: Hex | null }>('eth_getTransactionByHash', hash)).blockHash !== null,
      balance: () => balanceAt('latest'),
      nonce: () => nonceAt('latest'),
      logs: () => logsTo('latest'),
      block: async () => (await block('latest'))?.transactions.includes(hash) === true,
    },
  }
}

async function stage() {
  const devnet = await testDevnet({ order: 'fifo' })
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  const send = async (nonce: number, to: Hex | undefined, data: Hex): Promise<Hex> => {
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: 31_337,
      nonce,
      to,
      data,
      gas: 2_000_000n,
      maxFeePerGas: 10_000_000_000n,
    })
    return devnet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
  }
  const names = `${'0'.repeat(62)}60${'0'.repeat(62)}80`
  const supply = numberToHex(10n ** 18n, { size: 32 }).slice(2)
  const deployment = await send(0, undefined, `${tokenBytecode}${names}${supply}${'0'.repeat(128)}`)
  await devnet.seal()
  const receipt = await devnet.provider.request({
    method: 'eth_getTransactionReceipt',
    params: [deployment],
  })
  return { devnet, account, send, token: receipt.contractAddress as Hex }
}

/** Looks in a random order while `work` goes on: once one look has seen the transaction, no later one may miss it. */
async function lookDuring(
  work: Promise<unknown>,
  each: Record<string, () => Promise<boolean>>,
  order: readonly number[],
): Promise<void> {
  const names = Object.keys(each)
  let seenBy: string | undefined
  let isOver = false
  const ending = work.finally(() => {
    isOver = true
  })
  for (let turn = 0, after = 0; after < 2 * names.length; turn++) {
    if (isOver) after++
    // As clients do, who leave the event loop between requests.
    if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    const name = names[(order[turn % order.length] ?? 0) % names.length] as string
    const sees = await each[name]?.()
    if (seenBy !== undefined && !sees) {
      expect.fail(`${name} does not show the transaction that ${seenBy} has shown`)
    }
    if (sees) seenBy ??= name
  }
  await ending
  expect(seenBy).toBeDefined()
}

test('receipt, transaction, balance, nonce and logs of a transaction change together', async () => {
  const { devnet, account, send, token } = await stage()
  await using _ = devnet
  let sent = 0
  const orders = fc.array(fc.nat({ max: 29 }), { minLength: 5, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(orders, fc.nat({ max: 3 }), async (order, others) => {
      const transfer = encodeFunctionData({
        abi: tokenAbi,
        functionName: 'transfer',
        args: [recipient, 1n],
      })
      let hash: Hex = zeroHash
      for (let count = 0; count <= others; count++) hash = await send(++sent, token, transfer)
      const { preconfirmed, sealed } = looks(devnet, hash, account.address, token, BigInt(sent))
      await lookDuring(devnet.flashblock(), preconfirmed, order)
      await lookDuring(devnet.seal(), sealed, order)
      for (const [name, look] of Object.entries(preconfirmed))
        expect([name, await look()]).toEqual([name, true])
    }),
    runs({ numRuns: 12, seed: 200 }),
  )
})
