import { encodeFunctionData, type Hex } from 'viem'
import { expect } from 'vitest'
import type { Push } from './subscriber.ts'
import { tokenAbi } from './token.ts'
import { bob } from './transfers.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers and pushes are whatever their kind has
type Json = any

/** How somebody who is told of something asks back. */
export type Ask = (method: string, ...params: unknown[]) => Promise<Json>

/** What `eth_subscribe` has, each kind with its parameters; those that come last are named first. */
export const everyKind: readonly (readonly [string, ...unknown[]])[] = [
  ['syncing'],
  ['transactionReceipts'],
  ['logs', {}],
  ['newHeads'],
  ['newFlashblocks'],
  ['pendingLogs', {}],
  ['newFlashblockTransactions', true],
  ['newPendingTransactions', true],
]

/** Where each push was told to stand in the order that is promised, as one letter. */
const letters: Readonly<Record<string, string>> = {
  newFlashblockTransactions: 't',
  pendingLogs: 'l',
  newFlashblocks: 'F',
  newHeads: 'H',
  logs: 'g',
  transactionReceipts: 'R',
}

/** The pushes as letters, without those of the pool, which come at any time. */
export function orderOf(pushes: readonly Push[]): string {
  return pushes.map(({ kind }) => letters[kind] ?? '').join('')
}

/**
 * Asks back on what is pushed and checks that every answer has all of it already. Bob's balances
 * must hold at least what the pushes so far have told.
 */
export class Listener {
  readonly pushes: Push[] = []
  readonly #token: Hex
  readonly #looks: Promise<void>[] = []
  readonly #failures: unknown[] = []
  #wei = 0n
  #tokens = 0n

  constructor(token: Hex) {
    this.#token = token
  }

  hear(ask: Ask, push: Push): void {
    this.pushes.push(push)
    if (push.kind === 'newFlashblockTransactions') this.#wei += BigInt(push.result.value)
    if (push.kind === 'pendingLogs') this.#tokens++
    for (const look of [this.#look(ask, push), this.#lookAtBalances(ask)]) {
      this.#looks.push(look.catch((failure) => void this.#failures.push(failure)))
    }
  }

  /** Fails when something that was told could not be seen. */
  async settled(): Promise<void> {
    await Promise.all(this.#looks)
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'told too early')
  }

  async #lookAtBalances(ask: Ask): Promise<void> {
    const [wei, tokens] = [this.#wei, this.#tokens]
    const balanceOf = { abi: tokenAbi, functionName: 'balanceOf', args: [bob] } as const
    const call = { to: this.#token, data: encodeFunctionData(balanceOf) }
    const [balance, held] = await Promise.all([
      ask('eth_getBalance', bob, 'pending'),
      ask('eth_call', call, 'pending'),
    ])
    expect(BigInt(balance)).toBeGreaterThanOrEqual(wei)
    expect(BigInt(held)).toBeGreaterThanOrEqual(tokens)
  }

  #look(ask: Ask, { kind, result }: Push): Promise<void> {
    switch (kind) {
      case 'newPendingTransactions':
        return lookAtPooled(ask, result)
      case 'newFlashblockTransactions':
        return lookAtIncluded(ask, result)
      case 'pendingLogs':
        return lookAtLog(ask, result, 'pending')
      case 'newFlashblocks':
        return lookAtFlashblock(ask, result)
      case 'newHeads':
        return lookAtHead(ask, result)
      case 'logs':
        return lookAtLog(ask, result, 'latest')
      case 'transactionReceipts':
        return lookAtReceipts(ask, result)
      default:
        throw new Error(`nobody asked for ${kind}`)
    }
  }
}

async function lookAtPooled(ask: Ask, { hash, from, nonce }: Json): Promise<void> {
  const [known, next] = await Promise.all([
    ask('eth_getTransactionByHash', hash),
    ask('eth_getTransactionCount', from, 'pending'),
  ])
  expect(known).toMatchObject({ hash, from, nonce })
  expect(BigInt(next)).toBeGreaterThan(BigInt(nonce))
}

/** Read at once, so that an answer which is behind the others shows. */
async function lookAtIncluded(ask: Ask, { logs, ...transaction }: Json): Promise<void> {
  const { hash, blockNumber, transactionIndex, from, nonce } = transaction
  const place = { blockNumber, transactionIndex }
  const [receipt, known, next, sender, block, receipts, found] = await Promise.all([
    ask('eth_getTransactionReceipt', hash),
    ask('eth_getTransactionByHash', hash),
    ask('eth_getTransactionCount', from, 'pending'),
    ask('eth_getTransactionBySenderAndNonce', from, nonce),
    blockAt(ask, blockNumber),
    receiptsAt(ask, blockNumber, hash),
    ask('eth_getLogs', { fromBlock: blockNumber, toBlock: 'pending' }),
  ])
  expect(receipt).toMatchObject({ ...place, transactionHash: hash, status: '0x1' })
  expect(receipt.logs.map(identityOf)).toEqual(logs.map(identityOf))
  expect(known).toMatchObject({ ...place, hash })
  expect(sender).toMatchObject({ ...place, hash })
  expect(BigInt(next)).toBeGreaterThan(BigInt(nonce))
  expect(block.transactions[Number(transactionIndex)]).toBe(hash)
  expect(receipts[Number(transactionIndex)]).toMatchObject({ transactionHash: hash })
  expect(found.map(identityOf)).toEqual(expect.arrayContaining(logs.map(identityOf)))
}

async function lookAtLog(ask: Ask, log: Json, newest: 'pending' | 'latest'): Promise<void> {
  const [receipt, found] = await Promise.all([
    ask('eth_getTransactionReceipt', log.transactionHash),
    ask('eth_getLogs', { fromBlock: log.blockNumber, toBlock: newest }),
  ])
  const shown = newest === 'latest' ? (entry: Json) => entry : identityOf
  expect(receipt.logs.map(shown)).toContainEqual(shown(log))
  expect(found.map(shown)).toContainEqual(shown(log))
}

async function lookAtFlashblock(ask: Ask, { number, transactions }: Json): Promise<void> {
  const hashes = transactions.map(({ hash }: Json) => hash)
  const [block, ...receipts] = await Promise.all([
    blockAt(ask, number),
    ...hashes.map((hash: Hex) => ask('eth_getTransactionReceipt', hash)),
  ])
  expect(block.transactions.slice(0, hashes.length)).toEqual(hashes)
  expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashes)
}

async function lookAtHead(ask: Ask, header: Json): Promise<void> {
  const { hash, number } = header
  const [newest, byHash, byNumber, receipts, balance] = await Promise.all([
    ask('eth_blockNumber'),
    ask('eth_getHeaderByHash', hash),
    ask('eth_getBlockByNumber', number, false),
    ask('eth_getBlockReceipts', number),
    ask('eth_getBalance', bob, number),
  ])
  expect(BigInt(newest)).toBeGreaterThanOrEqual(BigInt(number))
  expect(byHash).toEqual(header)
  expect(byNumber).toMatchObject({ hash })
  expect(receipts.map(({ transactionHash }: Json) => transactionHash)).toEqual(
    byNumber.transactions,
  )
  expect(balance).toMatch(/^0x/)
}

async function lookAtReceipts(ask: Ask, receipts: Json): Promise<void> {
  const [{ blockHash }] = receipts
  const [all, ...each] = await Promise.all([
    ask('eth_getBlockReceipts', blockHash),
    ...receipts.map(({ transactionHash }: Json) =>
      ask('eth_getTransactionReceipt', transactionHash),
    ),
  ])
  expect(all).toEqual(receipts)
  expect(each).toEqual(receipts)
}

/** The block with that number: the pending one, or the sealed one when the pending one is another by now. */
async function blockAt(ask: Ask, number: Hex): Promise<Json> {
  const pending = await ask('eth_getBlockByNumber', 'pending', false)
  return pending.number === number ? pending : ask('eth_getBlockByNumber', number, false)
}

/** As `blockAt`, its receipts, among them that of the transaction. */
async function receiptsAt(ask: Ask, number: Hex, hash: Hex): Promise<Json> {
  const pending = await ask('eth_getBlockReceipts', 'pending')
  const isIn = pending.some(({ transactionHash }: Json) => transactionHash === hash)
  return isIn ? pending : ask('eth_getBlockReceipts', number)
}

/** What stays of a log when its block is sealed. */
function identityOf({ transactionHash, logIndex, address, topics, data }: Json) {
  return { transactionHash, logIndex, address, topics, data }
}
