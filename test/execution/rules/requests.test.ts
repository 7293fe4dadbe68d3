import { Address, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import {
  builderDeposits,
  builderExits,
  collectRequests,
  consolidationRequests,
  type Predeploy,
  requestsHash,
  withdrawalRequests,
} from '../../../src/execution/rules/systemContracts.ts'

import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { StateTree } from '../../../src/types/state.ts'
import { machines, noBlockHashes, rules, stateWith } from './stateWith.ts'

beforeAll(initCrypto)

const prague = rules('prague')
const sender = numberToBytes(0x5e, 20)
const systemAddress = hexToBytes('fffffffffffffffffffffffffffffffffffffffe')

/** The state after accounts have put requests into a queue, each with as much data. */
async function queue(
  tree: StateTree,
  contract: Predeploy,
  data: readonly Uint8Array[],
  { common = prague, value = 1000n } = {},
) {
  return machines().use({ common, tree, blockHashes: noBlockHashes }, async (machine) => {
    for (const item of data) {
      const { execResult } = await machine.evm.runCall({
        caller: new Address(sender),
        to: new Address(contract.address),
        value,
        data: item,
        gasLimit: 2_000_000n,
        skipNonceIncrement: true,
      })
      expect(execResult.exceptionError).toBeUndefined()
    }
    return machine.state.tree()
  })
}

async function collect(tree: StateTree, common = prague) {
  return machines().use({ common, tree, blockHashes: noBlockHashes }, async (machine) => ({
    requests: await collectRequests(machine, []),
    tree: machine.state.tree(),
  }))
}

const funded = () =>
  stateWith('prague', [{ address: bytesToHex(sender), balance: 10n ** 18n, nonce: 1n }])

describe('requests after a block', () => {
  test('are one of each kind in order, empty when nothing was asked', async () => {
    const { requests, tree } = await collect(funded())
    expect(requests.map(({ bytes }) => bytes)).toEqual(
      [[0], [1], [2]].map((b) => Uint8Array.from(b)),
    )
    expect(tree.root()).toEqual(funded().root())
  })

  test('hold what stood in the queues, with the sender before each', async () => {
    const withdrawal = new Uint8Array(56).fill(1)
    const consolidation = new Uint8Array(96).fill(2)
    let tree = await queue(funded(), withdrawalRequests, [withdrawal])
    tree = await queue(tree, consolidationRequests, [consolidation])
    const { requests } = await collect(tree)
    expect(requests.map(({ type }) => type)).toEqual([
      CLRequestType.Deposit,
      CLRequestType.Withdrawal,
      CLRequestType.Consolidation,
    ])
    expect(requests[1]?.data).toEqual(
      Uint8Array.of(...sender, ...withdrawal.subarray(0, 48), ...withdrawal.subarray(48)),
    )
    expect(requests[2]?.data).toEqual(Uint8Array.of(...sender, ...consolidation))
  })

  test('are taken sixteen at a time; the rest, and the price, go on for some blocks', async () => {
    const many = Array.from({ length: 20 }, (_, index) => new Uint8Array(56).fill(index))
    const start = funded()
    let tree = await queue(start, withdrawalRequests, many)
    const taken: number[] = []
    for (let block = 0; block < 12; block++) {
      const collected = await collect(tree)
      tree = collected.tree
      taken.push((collected.requests[1]?.data.length ?? 0) / 76)
    }
    expect(taken).toEqual([16, 4, ...new Array<number>(10).fill(0)])
    expect(tree.storage(withdrawalRequests.address, new Uint8Array(32))).toEqual(new Uint8Array(32))
  })

  test('hold what builders ask for, from amsterdam on (EIP-8282)', async () => {
    const common = rules('amsterdam')
    const pubkey = new Uint8Array(48).fill(7)
    const credentials = new Uint8Array(32).fill(3)
    const signature = new Uint8Array(96).fill(9)
    const gwei = 2_000_000_000n
    const amount = numberToBytes(gwei, 8)
    const account = { address: bytesToHex(sender), balance: 10n ** 19n, nonce: 1n }
    let tree = stateWith('amsterdam', [account])
    const deposit = Uint8Array.of(...pubkey, ...credentials, ...amount, ...signature)
    const value = gwei * 10n ** 9n + 1000n
    tree = await queue(tree, builderDeposits, [deposit], { common, value })
    tree = await queue(tree, builderExits, [pubkey], { common })
    const { requests, tree: after } = await collect(tree, common)
    expect(requests.map(({ type }) => type)).toEqual([0, 1, 2, 3, 4])
    expect(requests[3]?.data).toEqual(
      Uint8Array.of(...pubkey, ...credentials, ...amount.slice().reverse(), ...signature),
    )
    expect(requests[4]?.data).toEqual(Uint8Array.of(...sender, ...pubkey))
    const next = await collect(after, common)
    expect(next.requests.map(({ data }) => data.length)).toEqual([0, 0, 0, 0, 0])
  })

  test('leave no trace of the caller', async () => {
    const tree = await queue(funded(), withdrawalRequests, [new Uint8Array(56)])
    expect((await collect(tree)).tree.account(systemAddress)).toBeUndefined()
    const rich = stateWith('prague', [
      { address: bytesToHex(sender), balance: 10n ** 18n },
      { address: bytesToHex(systemAddress), balance: 5n, nonce: 3n },
    ])
    const after = (await collect(await queue(rich, withdrawalRequests, [new Uint8Array(56)]))).tree
    expect(after.account(systemAddress)).toMatchObject({ balance: 5n, nonce: 3n })
  })

  test('come from code of another making too', async () => {
    // Returns 0x2a in a word.
    const code = hexToBytes('602a60005260206000f3')
    const tree = buildState([
      { address: bytesToHex(withdrawalRequests.address), nonce: 1n, ...(code && { code }) },
      // Reverts with data.
      {
        address: bytesToHex(consolidationRequests.address),
        nonce: 1n,
        code: hexToBytes('60206000fd'),
      },
    ])
    const { requests } = await collect(tree)
    expect(requests[1]?.data).toEqual(numberToBytes(0x2a, 32))
    expect(requests[2]?.data).toHaveLength(0)
  })

  test.each([
    ['has no code', undefined, /0x0{5}961ef4\w+7002 has no code \(EIP-7002\)/],
    ['reverts', '5f5ffd', /7002 fails: revert \(EIP-7002\)/],
    ['throws', 'fe', /7002 fails: invalid opcode \(EIP-7002\)/],
    ['runs out of gas', '5b5f56', /7002 fails: out of gas \(EIP-7002\)/],
  ])('a block of others is refused where a contract %s', async (_, digits, problem) => {
    const code = digits === undefined ? undefined : hexToBytes(digits)
    const tree = buildState([
      { address: bytesToHex(withdrawalRequests.address), nonce: 1n, ...(code && { code }) },
      {
        address: bytesToHex(consolidationRequests.address),
        nonce: 1n,
        code: consolidationRequests.code,
      },
    ])
    const collected = (refuse?: (problem: string) => never) =>
      machines().use({ common: prague, tree, blockHashes: noBlockHashes }, (machine) =>
        collectRequests(machine, [], refuse),
      )
    const refuse = (said: string) => {
      throw new Error(said)
    }
    await expect(collected(refuse)).rejects.toThrow(problem)
    // A block that is made here goes on without its requests.
    expect((await collected()).map(({ data }) => data.length)).toEqual([0, 0, 0])
  })

  test('are none before Prague', async () => {
    const cancun = rules('cancun')
    const requests = await machines().use(
      { common: cancun, tree: stateWith('prague'), blockHashes: noBlockHashes },
      (machine) => collectRequests(machine, []),
    )
    expect(requests).toEqual([])
  })
})

test('the hash of requests leaves empty ones out (EIP-7685)', async () => {
  const { requests: none } = await collect(funded())
  expect(requestsHash(none)).toEqual(sha256(new Uint8Array()))
  const tree = await queue(funded(), consolidationRequests, [new Uint8Array(96)])
  const { requests } = await collect(tree)
  expect(requestsHash(requests)).toEqual(sha256(sha256(requests[2]?.bytes as Uint8Array)))
})
