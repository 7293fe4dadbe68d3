import { getAddress, type Hex, hexToBytes, zeroAddress, zeroHash } from 'viem'
import { expect } from 'vitest'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob } from '../../support/transfers.ts'
import { accountCount, fundedWei, genesis } from './genesis.ts'
import type { Script } from './script.ts'

// biome-ignore lint/suspicious/noExplicitAny: blocks and receipts as JSON has them
type Json = any

/** A devnet, what was sent to it, and a way to read it that no fault hits. */
export type Watched = Pick<Script, 'devnet' | 'read' | 'hashes' | 'accepted' | 'isSpeculating'>

interface Sealed {
  readonly block: Json
  readonly receipts: Json[]
}

/** Fails when what can be read of the chain does not fit together. */
export async function checkInvariants(script: Watched): Promise<void> {
  const chain = await readChain(script)
  for (const [index, { block, receipts }] of chain.entries()) {
    const parent = chain[index - 1]?.block
    if (parent !== undefined) checkLink(parent, block)
    checkReceipts(block, receipts, block.hash)
    await checkLookUps(script, block, receipts)
  }
  const pending = await checkPending(script, chain.at(-1) as Sealed)
  await checkNonces(script, chain, pending)
  await checkPool(script, [...chain.map(({ block }) => block), pending])
  await checkEther(script, chain)
  checkStatuses(script, chain, pending)
}

/** Fails when something that could be in a block is left when one is asked for and nothing goes wrong. */
export async function checkThatAllRuns({ devnet, read, hashes }: Watched): Promise<void> {
  devnet.faults.clear()
  await devnet.setCadence({ mining: 'manual' })
  await devnet.seal()
  expect(await read('txpool_status')).toMatchObject({ pending: '0x0' })
  for (const hash of hashes) {
    const transaction = devnet.transaction(hash)
    if (transaction.status === 'pooled') expect(transaction.executable).toBe(false)
    expect(transaction.status).not.toBe('preconfirmed')
  }
}

/** Fails when another devnet does not come to the same chain from its blocks alone. */
export async function checkByRunning(script: Watched): Promise<void> {
  const chain = await readChain(script)
  const blocks: number[] = []
  for (const { block } of chain.slice(1)) {
    blocks.push(...hexToBytes(await script.read('debug_getRawBlock', block.number)))
  }
  await using other = await testDevnet({ genesis, chain: Uint8Array.from(blocks) })
  const params = ['latest', true]
  const head = await other.provider.request({ method: 'eth_getBlockByNumber', params })
  expect(head).toEqual(chain.at(-1)?.block)
}

async function readChain({ read }: Pick<Watched, 'read'>): Promise<Sealed[]> {
  const head = Number(await read('eth_blockNumber'))
  const tags = Array.from({ length: head + 1 }, (_, number) => `0x${number.toString(16)}`)
  return Promise.all(
    tags.map(async (tag) => ({
      block: await read('eth_getBlockByNumber', tag, true),
      receipts: await read('eth_getBlockReceipts', tag),
    })),
  )
}

function checkLink(parent: Json, block: Json): void {
  expect(block.parentHash).toBe(parent.hash)
  expect(Number(block.number)).toBe(Number(parent.number) + 1)
  expect(Number(block.timestamp)).toBeGreaterThan(Number(parent.timestamp))
}

/** Of a whole block: places, gas and log indexes without a gap. */
function checkReceipts(block: Json, receipts: readonly Json[], blockHash: Hex): void {
  expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(
    block.transactions.map(({ hash }: Json) => hash),
  )
  let gas = 0n
  let logs = 0
  for (const [index, receipt] of receipts.entries()) {
    gas += BigInt(receipt.gasUsed)
    expect(receipt).toMatchObject({ blockHash, blockNumber: block.number })
    expect(Number(receipt.transactionIndex)).toBe(index)
    expect(BigInt(receipt.cumulativeGasUsed)).toBe(gas)
    for (const log of receipt.logs) {
      expect(log).toMatchObject({ blockHash, transactionHash: receipt.transactionHash })
      expect(Number(log.logIndex)).toBe(logs++)
    }
  }
  expect(BigInt(block.gasUsed)).toBe(gas)
}

/** Block, transaction and receipt say the same wherever one comes from. */
async function checkLookUps({ read }: Watched, block: Json, receipts: readonly Json[]) {
  for (const [index, transaction] of block.transactions.entries()) {
    const [found, receipt] = await Promise.all([
      read('eth_getTransactionByHash', transaction.hash),
      read('eth_getTransactionReceipt', transaction.hash),
    ])
    expect(found).toEqual(transaction)
    expect(receipt).toEqual(receipts[index])
  }
}

/** The pending block: the open one as far as it is published, or the head. */
async function checkPending(script: Watched, head: Sealed): Promise<Json> {
  const { read } = script
  const block = await read('eth_getBlockByNumber', 'pending', true)
  const receipts = await read('eth_getBlockReceipts', 'pending')
  if (block.hash === head.block.hash) {
    expect([block, receipts]).toEqual([head.block, receipts.length > 0 ? head.receipts : []])
    return { ...block, transactions: [] }
  }
  expect(block.hash).toBe(zeroHash)
  const newest = script.devnet.metrics().flashblock ?? -1
  for (let flashblock = 0; flashblock <= newest; flashblock++) script.devnet.at({ flashblock })
  checkLink(head.block, block)
  checkReceipts(block, receipts, zeroHash)
  if (!script.isSpeculating) await checkLookUps(script, block, receipts)
  return block
}

const sentBy = (block: Json, address: Hex): number =>
  block.transactions.filter(({ from }: Json) => from === address).length

async function checkNonces({ devnet, read }: Watched, chain: readonly Sealed[], pending: Json) {
  for (const { address } of devnet.accounts.slice(0, accountCount)) {
    const sealed = chain.reduce((count, { block }) => count + sentBy(block, address), 0)
    const [latest, next] = await Promise.all([
      read('eth_getTransactionCount', address, 'latest'),
      read('eth_getTransactionCount', address, 'pending'),
    ])
    expect(Number(latest)).toBe(sealed)
    expect(Number(next)).toBeGreaterThanOrEqual(sealed + sentBy(pending, address))
  }
}

/** Nothing waits that is in a block; executable transactions follow on each other up to the nonce at `pending`. */
async function checkPool(
  { devnet, read, isSpeculating }: Watched,
  blocks: readonly Json[],
): Promise<void> {
  const { pending, queued } = await read('txpool_content')
  const shown = isSpeculating ? blocks.slice(0, -1) : blocks
  const hashes = shown.flatMap(({ transactions }) => transactions.map(({ hash }: Json) => hash))
  const included = new Set<Hex>(hashes)
  for (const address of devnet.accounts.map((account) => getAddress(account.address))) {
    const executable = Object.values<Json>(pending[address] ?? {})
    const waiting = Object.values<Json>(queued[address] ?? {})
    const next = Number(await read('eth_getTransactionCount', address, 'pending'))
    const { nonce } = await read('eth_getProof', address, [], 'latest')
    expect(executable.map((transaction) => Number(transaction.nonce))).toEqual(
      executable.map((_, index) => next - executable.length + index),
    )
    expect(next - executable.length).toBeGreaterThanOrEqual(Number(nonce))
    for (const transaction of waiting) expect(Number(transaction.nonce)).toBeGreaterThan(next)
    for (const { hash, blockNumber } of [...executable, ...waiting]) {
      expect(included).not.toContain(hash)
      expect(blockNumber).toBeNull()
    }
  }
}

/** All the ether of genesis is in accounts, or was burned as base fee (EIP-1559). */
async function checkEther({ devnet, read }: Watched, chain: readonly Sealed[]): Promise<void> {
  const senders = devnet.accounts.slice(0, accountCount).map(({ address }) => address)
  let total = 0n
  for (const address of [...senders, bob, zeroAddress]) {
    total += BigInt(await read('eth_getBalance', address, 'latest'))
  }
  for (const { block } of chain.slice(1))
    total += BigInt(block.baseFeePerGas) * BigInt(block.gasUsed)
  expect(total).toBe(BigInt(accountCount) * fundedWei)
}

function checkStatuses(
  { devnet, hashes, accepted, isSpeculating }: Watched,
  chain: readonly Sealed[],
  pending: Json,
): void {
  const placesOf = new Map<Hex, readonly string[]>()
  // The pool's transactions are there too, and flashblocks that somebody has asked for.
  const inPending = isSpeculating ? ['preconfirmed', 'pooled'] : ['preconfirmed']
  for (const { hash } of pending.transactions) placesOf.set(hash, inPending)
  for (const { block } of chain) {
    for (const { hash } of block.transactions) placesOf.set(hash, ['sealed'])
  }
  for (const hash of hashes) {
    const { status } = devnet.transaction(hash)
    expect(placesOf.get(hash) ?? ['pooled', 'dropped', 'unknown']).toContain(status)
    if (accepted.has(hash)) expect(status).not.toBe('unknown')
  }
}
