import { beforeAll, describe, expect, test } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { readOptions } from '../../../src/devnet/options/options.ts'
import { splitBlocks } from '../../../src/files/chainFile.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { Wallet } from '../../block/workload.ts'
import { type RefereeChain, refereeChain } from '../../files/refereeChain.ts'

let referee: RefereeChain

beforeAll(async () => {
  referee = await refereeChain()
})

/** The first blocks of the referee's chain, as a file. */
function fileOf(count: number): Uint8Array {
  const next = splitBlocks(referee.file)[count]
  return referee.file.subarray(0, next?.offset ?? referee.file.length)
}

async function open(options: DevnetOptions = {}) {
  const { genesis, file: chain } = referee
  const settings = await readOptions({
    genesis,
    chain,
    mining: 'manual',
    clock: 'manual',
    ...options,
  })
  const devnet = await Devnet.create(settings, fail)
  return Object.assign(devnet, { [Symbol.asyncDispose]: () => devnet.close() })
}

function fail(error: unknown): never {
  throw error
}

const headHash = (count: number) => bytesToHex(referee.blocks[count]?.hash() as Uint8Array)

test('the chain begins with the head of the files', async () => {
  await using devnet = await open()
  expect(devnet.chain.head.hash).toBe(headHash(24))
  expect(devnet.chain.genesis.hash).toBe(headHash(0))
  expect(devnet.settings).toMatchObject({
    chainId: 4_500_000_000_000_001,
    gasLimit: 60_000_000n,
    transactionGasCap: true,
  })
  const old = await devnet.reader.view({ number: 7n })
  expect(bytesToHex(old.state.root())).toBe(bytesToHex(old.header.stateRoot))
  const [first] = devnet.chain.head.transactions
  expect(devnet.reader.transaction(first?.hash ?? '0x')?.receipt?.index).toBe(0)
})

test('no account is added to those of the genesis, though the devnet signs for its own', async () => {
  await using devnet = await open({ chain: undefined })
  expect(devnet.chain.head.hash).toBe(headHash(0))
  expect(devnet.accounts).toHaveLength(10)
  for (const { address } of devnet.accounts) {
    expect(devnet.chain.head.state.account(address)).toBeUndefined()
  }
})

test('imported blocks are safe and final from the start', async () => {
  await using devnet = await open()
  for (const tag of ['latest', 'safe', 'finalized'] as const) {
    expect(await devnet.reader.view({ tag })).toMatchObject({ hash: headHash(24) })
  }
  await devnet.blocks.mine({ blocks: 40 })
  expect(await devnet.reader.view({ tag: 'safe' })).toMatchObject({ number: 32n })
  expect(await devnet.reader.view({ tag: 'finalized' })).toMatchObject({ number: 24n })
})

test('a manual clock begins with the head, and can be set to begin later', async () => {
  await using devnet = await open()
  expect(devnet.clock.now()).toBe(Number(devnet.chain.head.header.timestamp) * 1000)
  await using later = await open({ timestamp: 9_000 })
  expect(later.clock.now()).toBe(9_000_000)
  await using before = await open({ timestamp: 9 })
  expect(before.clock.now()).toBe(devnet.clock.now())
})

describe('blocks go on from the head', () => {
  /** A transfer of the workload's third key and its next nonce. */
  const transfer = (devnet: Devnet, nonce: bigint) => {
    const { number, header } = devnet.chain.head
    const common = devnet.protocol.commonAt(number + 1n, header.timestamp + 12n)
    const to = new Uint8Array(20).fill(7)
    return new Wallet(common).sign(2, { nonce, to, value: 5n, gasPrice: 10n ** 12n })
  }

  const senderOf = (devnet: Devnet) => transfer(devnet, 0n).sender.bytes

  /** Seals blocks 12 seconds after each other, with a transfer in each. */
  async function goOn(devnet: Devnet, blocks: number): Promise<readonly SealedBlock[]> {
    const sealed: SealedBlock[] = []
    for (let count = 0; count < blocks; count++) {
      const nonce = await devnet.reader.nonce(senderOf(devnet), { tag: 'latest' })
      await devnet.submit(transfer(devnet, nonce).raw)
      const timestamp = devnet.chain.head.header.timestamp + 12n
      await devnet.blocks.mine({ timestamp })
      sealed.push(devnet.chain.head)
    }
    return sealed
  }

  test.each([1, 8, 12, 24])(
    'from block %i, and what comes is a chain that loads',
    async (count) => {
      await using devnet = await open({ chain: fileOf(count) })
      const sealed = await goOn(devnet, 26 - count)
      expect(sealed.map(({ transactions }) => transactions.length)).toEqual(sealed.map(() => 1))
      const encoded = sealed.map(({ block }) => block.serialize())
      const chain = Uint8Array.from([...fileOf(count), ...encoded.flatMap((bytes) => [...bytes])])
      await using second = await open({ chain })
      expect(second.chain.head.hash).toBe(devnet.chain.head.hash)
      expect(second.chain.head.number).toBe(26n)
      expect(second.chain.head.header.common.hardfork()).toBe('bpo2')
    },
  )

  test('before the merge they have a difficulty and pay for themselves, later not', async () => {
    await using devnet = await open({ chain: fileOf(8) })
    const sealed = await goOn(devnet, 5)
    const hardforks = sealed.map(({ header }) => header.common.hardfork())
    expect(hardforks).toEqual(['berlin', 'london', 'grayGlacier', 'grayGlacier', 'paris'])
    expect(sealed.map(({ header }) => header.difficulty > 0n)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(sealed.map(({ header }) => header.gasLimit)).toEqual([
      30_000_000n,
      60_000_000n,
      60_000_000n,
      60_000_000n,
      60_000_000n,
    ])
    expect(sealed[1]?.header.baseFeePerGas).toBe(1_000_000_000n)
    const paid = ({ state }: SealedBlock) => state.account(new Uint8Array(20))?.balance ?? 0n
    const [before, after] = sealed.slice(-2) as [SealedBlock, SealedBlock]
    expect(paid(after) - paid(before)).toBeLessThan(10n ** 17n)
    expect(paid(before)).toBeGreaterThan(6n * 10n ** 18n)
  })

  test.each(['flashblocks', 'interval', 'auto', 'manual'] as const)(
    'with mining %s the pending block is the next one',
    async (mining) => {
      for (const count of [4, 12, 24]) {
        await using devnet = await open({ chain: fileOf(count), mining })
        const { header } = await devnet.reader.context({ tag: 'pending' })
        expect(header.number).toBe(BigInt(count) + 1n)
        const block = await devnet.blocks.seal()
        expect(block.number).toBe(BigInt(count) + 1n)
        expect(bytesToHex(block.state.root())).toBe(bytesToHex(block.header.stateRoot))
      }
    },
  )

  test('a snapshot goes back to the head of the file', async () => {
    await using devnet = await open()
    const snapshot = await devnet.history.snapshot()
    await goOn(devnet, 3)
    expect(devnet.chain.head.number).toBe(27n)
    expect(await devnet.history.revert(snapshot)).toBe(true)
    expect(devnet.chain.head.hash).toBe(headHash(24))
    expect(await devnet.reader.view({ tag: 'finalized' })).toMatchObject({ hash: headHash(24) })
  })
})
