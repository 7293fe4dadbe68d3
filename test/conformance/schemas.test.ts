import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResultCheck, type ResultSchemas } from '../../scripts/conformance/openRpc.ts'
import { extensions } from '../../src/app/extensions.ts'
import { resolveOptions } from '../../src/devnet/options/options.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { bundle, requests, transferOf } from './requests.ts'
import { createStage, type Stage } from './stage.ts'

const schemas = JSON.parse(
  readFileSync(join(import.meta.dirname, 'openrpc.schemas.json'), 'utf8'),
) as ResultSchemas
const check = createResultCheck(schemas)
const standard = createMethods(resolveOptions(), extensions)
  .flatMap(({ name, aliases }) => [name, ...aliases])
  .filter((name) => Object.hasOwn(schemas.methods, name))
  // Differs on purpose, see below.
  .filter((name) => name !== 'eth_signTransaction')
  .sort()

let stage: Stage
beforeAll(async () => {
  stage = await createStage({ simulateFormat: 'execution-apis' })
})
afterAll(() => stage[Symbol.asyncDispose]())

test('the chain has transactions of all types, a failed one, a creation and logs', async () => {
  for (const block of ['latest', 'pending']) {
    const receipts = (await stage.ask('eth_getBlockReceipts', block)) as {
      readonly type: string
      readonly status: string
      readonly contractAddress: string | null
      readonly logs: readonly unknown[]
    }[]
    expect(
      receipts.map(({ type, status, contractAddress, logs }) => [
        type,
        status,
        contractAddress !== null,
        logs.length,
      ]),
    ).toEqual([
      ['0x0', '0x1', false, 0],
      ['0x1', '0x1', false, 1],
      ['0x2', '0x1', false, 1],
      ['0x3', '0x1', false, 0],
      ['0x4', '0x1', false, 0],
      ['0x2', '0x0', false, 0],
      ['0x2', '0x1', true, 0],
    ])
  }
})

test('every standard method is asked, and no other', () => {
  expect(Object.keys(requests).sort()).toEqual(standard)
})

test.each(Object.entries(requests))('%s answers as the specification says', async (method, ask) => {
  const asked = await ask(stage)
  expect(asked).not.toEqual([])
  const misfits: unknown[] = []
  for (const params of asked) {
    const result = await stage.ask(method, ...params)
    const complaints = check(method, result)
    if (complaints.length > 0) misfits.push({ params, complaints, result })
  }
  expect(misfits).toEqual([])
})

describe('where an answer differs on purpose, it does in nothing else', () => {
  const vmError = { code: -32015, message: 'vm execution error' }
  const zeroHash = `0x${'0'.repeat(64)}`

  test('a pre-confirmed transaction is in no block with a hash yet', async () => {
    for (const hash of stage.preconfirmed) {
      const transaction = await stage.ask('eth_getTransactionByHash', hash)
      expect(transaction).toMatchObject({ blockHash: null, blockNumber: '0x3' })
      expect(check('eth_getTransactionByHash', transaction)).not.toEqual([])
      const sealed = { ...(transaction as object), blockHash: zeroHash }
      expect(check('eth_getTransactionByHash', sealed)).toEqual([])
    }
    const block = (await stage.ask('eth_getBlockByNumber', 'pending', true)) as {
      readonly transactions: readonly object[]
    }
    expect(block.transactions).toHaveLength(stage.preconfirmed.length)
    const transactions = block.transactions.map((transaction) => {
      expect(transaction).toMatchObject({ blockHash: null })
      return { ...transaction, blockHash: zeroHash }
    })
    expect(check('eth_getBlockByNumber', { ...block, transactions })).toEqual([])
  })

  test('a transaction in the pool is shown as the specification shows it in txpool_content', async () => {
    for (const hash of stage.pooled) {
      const transaction = await stage.ask('eth_getTransactionByHash', hash)
      expect(transaction).toMatchObject({ blockHash: null, blockNumber: null })
      expect(check('eth_getTransactionByHash', transaction)).not.toEqual([])
      const content = { pending: { [stage.alice]: { '0': transaction } }, queued: {} }
      expect(check('txpool_content', content)).toEqual([])
    }
  })

  test('a filled transaction of type 2 has no gas price, so that it can be handed back as a request', async () => {
    const filled = (await stage.ask('eth_fillTransaction', transferOf(stage))) as {
      readonly tx: { readonly maxFeePerGas: string }
    }
    expect(filled.tx).not.toHaveProperty('gasPrice')
    expect(check('eth_fillTransaction', filled)).not.toEqual([])
    const tx = { ...filled.tx, gasPrice: filled.tx.maxFeePerGas }
    expect(check('eth_fillTransaction', { ...filled, tx })).toEqual([])
  })

  test('a signed transaction is its bytes alone, as clients take it, but for who wants what geth answers', async () => {
    await using geth = await createStage({ compat: 'geth' })
    const fees = { gas: '0x5208', gasPrice: '0x77359400', nonce: '0x0' }
    const request = { from: stage.bob, to: stage.alice, value: '0x1', ...fees }
    const signed = (await geth.ask('eth_signTransaction', request)) as { readonly raw: string }
    expect(check('eth_signTransaction', signed)).toEqual([])
    expect(await stage.ask('eth_signTransaction', request)).toBe(signed.raw)
  })

  test('the EVM says in its own words why a simulated call failed', async () => {
    const calls = [{ data: '0xfe', gas: '0x186a0' }]
    const [block] = await stage.simulate({ blockStateCalls: [{ calls }] })
    expect(block?.calls).toMatchObject([
      { status: '0x0', error: { code: -32015, message: expect.any(String) } },
    ])
    expect(check('eth_simulateV1', [block])).not.toEqual([])
    const specified = block?.calls.map((call) => ({ ...call, error: vmError }))
    expect(check('eth_simulateV1', [{ ...block, calls: specified }])).toEqual([])
  })

  test('the service tells the error of a simulated call as text, no state root and no gap', async () => {
    await using service = await createStage()
    const blocks = await service.simulate(bundle(service))
    expect(blocks).toHaveLength(2)
    expect(blocks).toMatchObject([
      { stateRoot: zeroHash },
      { stateRoot: zeroHash, calls: [{ error: expect.any(String) }] },
    ])
    expect(check('eth_simulateV1', blocks)).not.toEqual([])
    const [first, last] = blocks
    const specified = last?.calls.map((call) => ({ ...call, error: vmError }))
    expect(check('eth_simulateV1', [first, { ...last, calls: specified }])).toEqual([])
  })
})
