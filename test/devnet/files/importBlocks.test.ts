import { beforeAll, describe, expect, test } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { readOptions } from '../../../src/devnet/options/options.ts'
import { splitBlocks } from '../../../src/files/chainFile.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { DevnetOptions, ImportProgress } from '../../../src/types/options/options.ts'
import { type RefereeChain, refereeChain } from '../../files/refereeChain.ts'
import { noOfficialSuite, officialFile, officialHeadHash } from '../../support/officialSuite.ts'
import { titled } from '../../support/skips.ts'

let referee: RefereeChain

beforeAll(async () => {
  referee = await refereeChain()
})

async function open(options: DevnetOptions = {}) {
  const { genesis, file: chain } = referee
  const clocked = { mining: 'manual', clock: 'manual' } as const
  const settings = await readOptions({ genesis, chain, ...clocked, ...options })
  const received: ImportProgress[] = []
  const fail = (error: unknown) => {
    throw error
  }
  const devnet = await Devnet.create(settings, fail, {
    onProgress: (progress) => received.push(progress),
  })
  return Object.assign(devnet, { received, [Symbol.asyncDispose]: () => devnet.close() })
}

const headHash = (count: number) => bytesToHex(referee.blocks[count]?.hash() as Uint8Array)

test('a file that begins with the genesis block, as geth exports it, is taken', async () => {
  const genesisBlock = referee.blocks[0]?.serialize() as Uint8Array
  const [first] = splitBlocks(referee.file)
  await using devnet = await open({
    chain: Uint8Array.of(...genesisBlock, ...(first?.bytes ?? [])),
  })
  expect(devnet.chain.head.hash).toBe(headHash(1))
  const other = { ...referee.genesis, extraData: '0x01' }
  const chain = genesisBlock
  await expect(open({ genesis: other, chain })).rejects.toThrow(
    `block 0 is invalid: hash: it has ${headHash(0)}, but must have 0x`,
  )
})

test('a block that does not fit is refused', async () => {
  const [first, , third] = splitBlocks(referee.file)
  const chain = Uint8Array.of(...(first?.bytes ?? []), ...(third?.bytes ?? []))
  await expect(open({ chain })).rejects.toThrow(
    'block 3 is invalid: number: it has 3, but must have 2',
  )
})

test('progress is reported up to the last block', async () => {
  await using devnet = await open()
  expect(devnet.received.at(-1)).toEqual({
    blocks: 24,
    total: 24,
    mgasPerSecond: expect.any(Number),
  })
  expect(devnet.received.at(-1)?.mgasPerSecond).toBeGreaterThan(0)
})

describe.skipIf(noOfficialSuite)(titled("the official suite's chain", noOfficialSuite), () => {
  test('runs to its head', async () => {
    const files = { genesis: officialFile('genesis.json'), chain: officialFile('chain.rlp') }
    await using devnet = await open(files)
    expect(devnet.chain.head).toMatchObject({ number: 54n, hash: officialHeadHash() })
    expect(bytesToHex(devnet.chain.head.state.root())).toBe(
      bytesToHex(devnet.chain.head.header.stateRoot),
    )
  })
})
