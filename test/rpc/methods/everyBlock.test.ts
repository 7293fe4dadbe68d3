import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extensions } from '../../../src/app/extensions.ts'
import { createDevnet, type PreconfDevnet } from '../../../src/index.ts'
import { createMethods } from '../../../src/rpc/methods/methods.ts'
import { holder, type LiveNode, startLiveNode } from '../../support/liveChain.ts'

/** Methods that change the chain, wait, or say nothing about blocks. */
const isLeftOut =
  /^(eth_(send|resend|sign|subscribe|unsubscribe|uninstall|new|submit|get(Work|Filter))|debug_setHead|preconf_(add|advance|checkpoint|clear|deposit|export|flashblock$|forget|label|load|pause|remove|reorg|restore|resume|rollback|seal|set))/

const methods = createMethods({ chainName: 'base' }, extensions)
  .map(({ name }) => name)
  .filter((name) => /^(eth|debug|trace|ots|erigon|preconf)_/.test(name) && !isLeftOut.test(name))

const slot = `0x${'0'.repeat(64)}`

interface Subjects {
  readonly account: string
  readonly transaction: string
}

/** The forms that parameters of methods about a block, or about a transaction, have. */
function shapes({ account, transaction }: Subjects, block: unknown): readonly unknown[][] {
  const call = { from: holder, to: account }
  const callBlock = { blockStateCalls: [{ calls: [call] }] }
  return [
    [block],
    [block, true],
    [block, '0x0'],
    [block, 0, 5],
    [block, ['trace', 'stateDiff']],
    [block, { tracer: 'callTracer' }],
    [block, 0, account, slot, 5],
    [block, '0x', 5, true, true, false],
    [account, block],
    [account, '0x0', block],
    [account, [slot], block],
    [{ [account]: [slot] }, block],
    [call, block],
    [call, block, { tracer: 'prestateTracer' }],
    [call, ['trace'], block],
    [[[call, ['trace']]], block],
    [[{ transactions: [call] }], { blockNumber: block }],
    [callBlock, block],
    ['0x2', block, [50]],
    [{ fromBlock: block, toBlock: block }],
    [transaction],
    [transaction, ['trace']],
    [transaction, [call]],
    [transaction, block],
    [account, 0, 5],
    [account, Number(block) || 0, 5],
  ]
}

/** Asks every method about every block; what was answered with an internal error. */
async function internalErrors(
  devnet: PreconfDevnet,
  subjects: Subjects,
  blocks: readonly unknown[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const method of methods) {
    for (const block of blocks) {
      for (const params of shapes(subjects, block)) {
        const asked = devnet.provider.request({ method, params } as never)
        const code = await asked.then(
          () => undefined,
          (error: { code: number }) => error.code,
        )
        if (code === -32603) found.push(`${method} ${JSON.stringify(params)}`)
      }
    }
  }
  return found
}

const hex = (number: bigint | number) => `0x${number.toString(16)}`

async function deployed(devnet: PreconfDevnet): Promise<Subjects & { readonly hashes: string[] }> {
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params } as never) as Promise<unknown>
  const [from] = (await request('eth_accounts')) as string[]
  const hashes: string[] = []
  // Adds one to its slot 0, and logs it.
  const data = '0x6010600b5f3960105ff35f5460010180805f555f5260205fa000'
  for (let index = 0; index < 6; index++) {
    hashes.push((await request('eth_sendTransaction', { from, data, gas: '0x40000' })) as string)
  }
  const receipt = await request('eth_getTransactionReceipt', hashes[1])
  const { contractAddress } = receipt as { readonly contractAddress: string }
  return { account: contractAddress, transaction: hashes[1] as string, hashes }
}

describe('each method answers or refuses, without an internal error', () => {
  let live: LiveNode

  beforeAll(async () => {
    live = await startLiveNode()
  })

  afterAll(() => live.devnet.close())

  test.each([{ pruneHistory: 2 }, { maxPersistedStates: 2 }])(
    'at blocks whose state was pruned: %j',
    async (kept) => {
      await using devnet = await createDevnet({ mining: 'auto', clock: 'manual', ...kept })
      const subjects = await deployed(devnet)
      const old = await devnet.provider.request({
        method: 'eth_getBlockByNumber',
        params: ['0x2', false],
      })
      const { hash } = old as unknown as { readonly hash: string }
      expect(
        await internalErrors(devnet, subjects, ['0x2', '0x3', { blockHash: hash }, hash]),
      ).toEqual([])
    },
  )

  test('in a run of empty blocks, after the head and at pending', async () => {
    await using devnet = await createDevnet({ mining: 'auto', clock: 'manual' })
    const subjects = await deployed(devnet)
    const request = (method: string, ...params: unknown[]) =>
      devnet.provider.request({ method, params } as never)
    await request('hardhat_mine', '0x3b9aca00')
    const blocks = [hex(100), hex(500_000_000), hex(1_000_000_000), hex(2_000_000_000), 'pending']
    expect(await internalErrors(devnet, subjects, blocks)).toEqual([])
  })

  /** The live chain's node, whose refusals are final: what is not there is not waited for. */
  const refusing: LiveNode['request'] = (asked) =>
    live.request(asked).catch(() => {
      throw Object.assign(new Error('refused'), { code: -32602 })
    })

  test('before a fork, at its block and after it', async () => {
    await using devnet = await createDevnet({
      mining: 'auto',
      clock: 'manual',
      pruneHistory: 2,
      fork: { request: refusing, retries: 0 },
    })
    const { transaction } = await deployed(devnet)
    const blocks = ['earliest', '0x2', '0x3', '0x5', 'pending', '0x64']
    const there = { account: live.token, transaction: live.deployment }
    expect(await internalErrors(devnet, there, blocks)).toEqual([])
    expect(await internalErrors(devnet, { ...there, transaction }, ['latest'])).toEqual([])
  })
})
