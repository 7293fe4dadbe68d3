import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  missingArgument,
  twoSteps,
  word,
  zeroHash,
} from '../client.ts'

const contract = `0x${'c0'.repeat(20)}`
const other = `0x${'c1'.repeat(20)}`
/** Returns slot 0. */
const slotReader = '0x5f545f5260205ff3'
/** Reverts with its input. */
const reverter = '0x365f5f37365ffd'
/** ABI encoding of `Error("no")`. */
const errorNo = `0x08c379a0${word(32).slice(2)}${word(2).slice(2)}6e6f${'0'.repeat(60)}`

describe('eth_simulateV1', () => {
  it('answers a block object with call results for each block', async () => {
    await using devnet = await client()
    const head = await devnet.seal()
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const answer = await devnet.ask(
      'eth_simulateV1',
      { blockStateCalls: [{ calls: [{ from, to, value: '0x1' }] }, {}] },
      'latest',
    )
    expect(answer).toHaveLength(2)
    const [first, second] = answer
    expect(Object.keys(first).sort()).toEqual([
      'baseFeePerGas',
      'blobGasUsed',
      'calls',
      'difficulty',
      'excessBlobGas',
      'extraData',
      'gasLimit',
      'gasUsed',
      'hash',
      'logsBloom',
      'miner',
      'mixHash',
      'nonce',
      'number',
      'parentBeaconBlockRoot',
      'parentHash',
      'receiptsRoot',
      'requestsHash',
      'sha3Uncles',
      'size',
      'stateRoot',
      'timestamp',
      'transactions',
      'transactionsRoot',
      'uncles',
      'withdrawals',
      'withdrawalsRoot',
    ])
    expect(first).toMatchObject({
      number: '0x2',
      parentHash: head.hash,
      timestamp: `0x${(head.timestamp + 12n).toString(16)}`,
      gasUsed: '0x5208',
      baseFeePerGas: '0x0',
      stateRoot: zeroHash,
      uncles: [],
      withdrawals: [],
      calls: [{ status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }],
    })
    expect(first.transactions).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)])
    expect(second).toMatchObject({ number: '0x3', parentHash: first.hash, calls: [] })
  })

  it('carries state from call to call and from block to block, and keeps nothing', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const read = { to: contract }
    const [first, second] = await devnet.ask(
      'eth_simulateV1',
      {
        blockStateCalls: [
          {
            stateOverrides: {
              [contract]: { code: '0x5f5460010180805f555f5260205ff3' },
            },
            calls: [read, read],
          },
          { calls: [read] },
        ],
      },
      'latest',
    )
    const returned = [...first.calls, ...second.calls].map(({ returnData }) => returnData)
    expect(returned).toEqual([word(1), word(2), word(3)])
    expect(await devnet.ask('eth_getCode', contract, 'pending')).toBe('0x')
    expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'latest')).toBe(word(1))
  })

  it('runs on the state of every kind of block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const simulate = async (...block: unknown[]) => {
      const [{ number, parentHash, calls }] = await devnet.ask(
        'eth_simulateV1',
        {
          blockStateCalls: [
            { stateOverrides: { [recorder]: { code: slotReader } }, calls: [{ to: recorder }] },
          ],
        },
        ...block,
      )
      return { number, parentHash, value: Number(calls[0].returnData) }
    }
    const genesis = (await devnet.ask('eth_getBlockByNumber', '0x0', false)).hash
    const onHead = { number: '0x2', parentHash: hash, value: 1 }
    expect(await simulate()).toEqual(onHead)
    expect(await simulate('latest')).toEqual(onHead)
    expect(await simulate(hash)).toEqual(onHead)
    expect(await simulate('0x1')).toEqual(onHead)
    expect(await simulate('0x0')).toEqual({ number: '0x1', parentHash: genesis, value: 0 })
    expect(await simulate('pending')).toEqual({ ...onHead, value: 2 })
  })

  it('shows transfers as logs when asked to', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const payload = { blockStateCalls: [{ calls: [{ from, to, value: '0x5' }] }] }
    const [plain] = await devnet.ask('eth_simulateV1', payload, 'latest')
    expect(plain.calls[0].logs).toEqual([])
    const [traced] = await devnet.ask(
      'eth_simulateV1',
      { ...payload, traceTransfers: true },
      'latest',
    )
    expect(traced.calls[0].logs).toEqual([
      {
        address: `0x${'ee'.repeat(20)}`,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          word(BigInt(from)),
          word(BigInt(to)),
        ],
        data: word(5),
        blockNumber: traced.number,
        blockHash: traced.hash,
        blockTimestamp: traced.timestamp,
        transactionHash: traced.transactions[0],
        transactionIndex: '0x0',
        logIndex: '0x0',
        removed: false,
      },
    ])
  })

  it('shows whole transactions when asked to', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const call = { from, to, value: '0x5', gas: '0x5208' }
    const [block] = await devnet.ask(
      'eth_simulateV1',
      { blockStateCalls: [{ calls: [call] }], returnFullTransactions: true },
      'latest',
    )
    expect(block.transactions).toMatchObject([
      {
        ...call,
        blockHash: block.hash,
        blockNumber: block.number,
        transactionIndex: '0x0',
        type: '0x2',
        r: '0x0',
        s: '0x0',
        yParity: '0x0',
      },
    ])
  })

  it('tells why a call failed as a text', async () => {
    await using devnet = await client()
    const [block] = await devnet.ask(
      'eth_simulateV1',
      {
        blockStateCalls: [
          {
            stateOverrides: { [contract]: { code: reverter }, [other]: { code: '0xfe' } },
            calls: [
              { to: contract, input: errorNo },
              { to: contract },
              { to: other, gas: '0x7530' },
            ],
          },
        ],
      },
      'latest',
    )
    expect(block.calls).toMatchObject([
      { status: '0x0', returnData: errorNo, logs: [], error: 'execution reverted: no' },
      { status: '0x0', returnData: '0x', logs: [], error: 'execution reverted' },
      { status: '0x0', returnData: '0x', logs: [], error: 'invalid opcode: INVALID' },
    ])
  })

  it('leaves out blocks that only fill a gap in the numbers', async () => {
    await using devnet = await client()
    const blockStateCalls = [{}, { blockOverrides: { number: '0x5' } }]
    const answer = await devnet.ask('eth_simulateV1', { blockStateCalls }, 'latest')
    expect(answer.map(({ number }: { number: string }) => number)).toEqual(['0x1', '0x5'])
  })

  it('answers as the specification says when configured', async () => {
    await using devnet = await client({ simulateFormat: 'execution-apis' })
    const answer = await devnet.ask(
      'eth_simulateV1',
      {
        blockStateCalls: [
          {
            stateOverrides: { [contract]: { code: reverter }, [other]: { code: '0xfe' } },
            calls: [
              { to: contract, input: errorNo },
              { to: other, gas: '0x7530' },
            ],
          },
          { blockOverrides: { number: '0x3' } },
        ],
      },
      'latest',
    )
    expect(answer.map(({ number }: { number: string }) => number)).toEqual(['0x1', '0x2', '0x3'])
    expect(answer[0].stateRoot).not.toBe(zeroHash)
    expect(answer[0].calls).toMatchObject([
      {
        maxUsedGas: expect.stringMatching(/^0x/),
        error: { code: 3, message: 'execution reverted: no', data: errorNo },
      },
      { maxUsedGas: '0x7530', error: { code: -32015 } },
    ])
    expect(answer[0].calls[1].error).not.toHaveProperty('data')
  })

  it.each([
    ['the number', { number: '0x64' }, { number: '0x64' }],
    ['the time as `timestamp`', { timestamp: '0xffffffffff' }, { timestamp: '0xffffffffff' }],
    ['the time as `time`', { time: '0xffffffffff' }, { timestamp: '0xffffffffff' }],
    ['the gas limit', { gasLimit: '0xf4240' }, { gasLimit: '0xf4240' }],
    ['the fee recipient', { feeRecipient: contract }, { miner: contract }],
    ['the randomness', { prevRandao: word(9) }, { mixHash: word(9) }],
    ['the base fee', { baseFeePerGas: '0x7' }, { baseFeePerGas: '0x7' }],
  ])('overrides %s', async (_name, blockOverrides, expected) => {
    await using devnet = await client()
    const answer = await devnet.ask(
      'eth_simulateV1',
      { blockStateCalls: [{ blockOverrides }] },
      'latest',
    )
    expect(answer).toMatchObject([expected])
  })

  it('enforces nonces, fees and balances with validation only', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 0), account(devnet, 1)]
    const codeOf = async (call: object, blockOverrides: object = {}) => {
      const blockStateCalls = [{ blockOverrides, calls: [{ from, to, ...call }] }]
      const ask = (validation: boolean) =>
        devnet.ask('eth_simulateV1', { blockStateCalls, validation }, 'latest').then(
          () => 'ok',
          ({ code }: { code: number }) => code,
        )
      return [await ask(false), await ask(true)]
    }
    const fees = { maxFeePerGas: '0x77359400' }
    await devnet.send({ to })
    await devnet.seal()
    expect(await codeOf({ ...fees, nonce: '0x1' })).toEqual(['ok', 'ok'])
    expect(await codeOf({ ...fees, nonce: '0x0' })).toEqual(['ok', -38010])
    expect(await codeOf({ ...fees, nonce: '0x9' })).toEqual(['ok', -38011])
    expect(await codeOf({})).toEqual(['ok', -38012])
    expect(await codeOf({ gas: '0x5207', ...fees })).toEqual([-38013, -38013])
    expect(await codeOf({ from: other, value: '0x1', ...fees })).toEqual([-38014, -38014])
  })

  it('refuses blocks out of order, too much gas and too many blocks', async () => {
    await using devnet = await client()
    await devnet.seal()
    const codeOf = async (...blockStateCalls: object[]) =>
      (await devnet.refusal('eth_simulateV1', { blockStateCalls }, 'latest')).code
    expect(await codeOf({ blockOverrides: { number: '0x1' } })).toBe(-38020)
    expect(await codeOf({ blockOverrides: { time: '0x1' } })).toBe(-38021)
    expect(await codeOf({ calls: [{ to: other, gas: '0x5f5e100' }] })).toBe(-38015)
    expect(await codeOf({ blockOverrides: { number: '0xfff' } })).toBe(-38026)
  })

  it.each([
    ['blocks', Array.from({ length: 100_000 }, () => ({}))],
    ['calls in a block', [{ calls: Array.from({ length: 100_000 }, () => ({})) }]],
    [
      'calls in all',
      Array.from({ length: 250 }, () => ({ calls: Array.from({ length: 500 }, () => ({})) })),
    ],
  ])('refuses too many %s without looking at all of them', async (_name, blockStateCalls) => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_simulateV1', { blockStateCalls }, 'latest')).toMatchObject({
      code: -38026,
    })
  })

  it('refuses parameters that are none, and a block that is not there', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_simulateV1', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask({}, 'latest')).toMatchObject({ code: -32602 })
    expect(await ask({ blockStateCalls: [] }, 'latest')).toMatchObject({ code: -32602 })
    expect(await ask({ blockStateCalls: [{}] }, '0x9')).toEqual(headerNotFound)
    const both = { state: { [word(0)]: word(1) }, stateDiff: { [word(0)]: word(1) } }
    expect(
      await ask({ blockStateCalls: [{ stateOverrides: { [contract]: both } }] }, 'latest'),
    ).toMatchObject({ code: -32000 })
  })

  it.each([
    ['geth', -32603],
    ['base', -32000],
    ['anvil', -32000],
    ['hardhat', -32000],
    [undefined, -32000],
  ] as const)(
    'has under compat %s the code %i for a nonce at its maximum',
    async (compat, code) => {
      await using devnet = await client({ compat })
      const from = devnet.accounts[0]?.address as string
      const simulation = {
        validation: true,
        blockStateCalls: [
          {
            stateOverrides: { [from]: { nonce: '0xffffffffffffffff' } },
            calls: [{ from, to: from, nonce: '0xffffffffffffffff', maxFeePerGas: '0x77359400' }],
          },
        ],
      }
      expect(await devnet.refusal('eth_simulateV1', simulation, 'latest')).toMatchObject({ code })
    },
  )
})
