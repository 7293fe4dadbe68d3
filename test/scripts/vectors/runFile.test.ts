import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf } from '../../../scripts/vectors/network.ts'
import { runFile } from '../../../scripts/vectors/runFile.ts'
import type { BlockchainTest } from '../../../scripts/vectors/vectorFile.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import { client } from '../../rpc/methods/client.ts'
import { signedTransfer } from '../../rpc/methods/signing.ts'

let folder: string
let good: BlockchainTest
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-vectors-'))
  good = await ownTest()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A blockchain test of two blocks as a devnet makes them, in the form of the official ones. */
async function ownTest(): Promise<BlockchainTest> {
  const sender: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const account = { balance: '0xde0b6b3a7640000', nonce: '0x0', code: '0x', storage: {} } as const
  const header = { gasLimit: '0x1c9c380', difficulty: '0x0', baseFeePerGas: '0x7' } as const
  const genesis = { config: configOf('Cancun'), ...header, alloc: { [sender]: account } }
  await using devnet = await client({ genesis, mining: 'auto' })
  await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
  await devnet.ask('evm_mine')
  const block = (number: number) => devnet.ask('eth_getBlockByNumber', `0x${number}`, false)
  const blocks = [1, 2].map(async (number) => ({
    rlp: await devnet.ask('debug_getRawBlock', `0x${number}`),
    blockHeader: await block(number),
  }))
  return {
    network: 'Cancun',
    genesisBlockHeader: { ...header, hash: (await block(0)).hash },
    pre: { [sender]: account },
    lastblockhash: (await block(2)).hash,
    blocks: await Promise.all(blocks),
  }
}

/** What becomes of tests in a file. */
async function outcomesOf(tests: Readonly<Record<string, unknown>>) {
  const path = join(folder, 'tests.json')
  writeFileSync(path, JSON.stringify(tests))
  return (await runFile(path)).map(({ name, kind, reason }) => [name, kind, reason ?? ''])
}

test('a chain of blocks passes when the head is that of the test', async () => {
  const wrong = { ...good, lastblockhash: `0x${'11'.repeat(32)}` }
  const otherState = {
    ...good,
    pre: { ...good.pre, [`0x${'11'.repeat(20)}`]: Object.values(good.pre)[0] },
  }
  expect(await outcomesOf({ good, wrong })).toEqual([
    ['good', 'passed', ''],
    ['wrong', 'failed', expect.stringMatching(/^the head is .* and must be 0x1111/)],
  ])
  expect(await outcomesOf({ otherState })).toEqual([
    ['otherState', 'failed', expect.stringMatching(/^the head is .* and must be 0x/)],
  ])
})

test('a block that must be refused is, and for the reason that is expected', async () => {
  const [first, second] = good.blocks
  const expecting = (expectException: string, rlp = second?.rlp) => ({
    ...good,
    lastblockhash: first?.blockHeader?.hash,
    blocks: [first, { rlp, expectException }],
  })
  const old = 'BlockException.INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT'
  expect(
    await outcomesOf({
      valid: expecting(old),
      torn: expecting('', second?.rlp.slice(0, 200) as Hex),
      otherwise: expecting(old, second?.rlp.slice(0, 200) as Hex),
    }),
  ).toEqual([
    ['valid', 'failed', `a block is taken that must be refused: ${old}`],
    ['torn', 'passed', ''],
    ['otherwise', 'failed', expect.stringContaining(`for another reason than ${old}`)],
  ])
})

test('what needs a proof of work, and what is no test, is left out with the reason', async () => {
  expect(await outcomesOf({ old: { ...good, network: 'Berlin' }, _info: {} })).toEqual([
    ['old', 'leftOut', 'network Berlin'],
    ['_info', 'leftOut', 'neither a blockchain test nor a state test'],
  ])
})
