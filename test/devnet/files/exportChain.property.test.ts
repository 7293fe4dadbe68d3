import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { exportChain } from '../../../src/devnet/files/exportChain.ts'
import { InvalidExport } from '../../../src/devnet/files/invalidExport.ts'
import { readOptions } from '../../../src/devnet/options/options.ts'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { PersistentState } from '../../../src/state/persistentState.ts'
import type { ExportFormat, ExportRequest } from '../../../src/types/export.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { type RefereeChain, refereeChain } from '../../files/refereeChain.ts'
import { runs } from '../../support/runs.ts'
import { createStepped, plainSteps, runStep, steps } from '../../support/steps.ts'

beforeAll(initCrypto)

async function exported(devnet: Devnet, format: ExportFormat, request?: ExportRequest) {
  const { content } = await exportChain(devnet, format, request)
  return Buffer.concat([...content])
}

async function load(options: DevnetOptions): Promise<Devnet> {
  const settings = await readOptions({ clock: 'manual', mining: 'manual', ...options })
  return Devnet.create(settings, (error) => {
    throw error
  })
}

/** The head of a chain that begins with the files, which is closed then. */
async function headOf(options: DevnetOptions): Promise<SealedBlock> {
  const devnet = await load(options)
  await devnet.close()
  return devnet.chain.head
}

const rootOf = ({ state }: SealedBlock) => bytesToHex(state.root())

async function replayed(devnet: Devnet): Promise<SealedBlock> {
  const chain = await exported(devnet, 'rlp')
  return headOf({ genesis: await exported(devnet, 'genesis', { block: 0 }), chain })
}

const chains = (check: (devnet: Devnet) => Promise<void>, list: typeof steps, seed: number) =>
  fc.assert(
    fc.asyncProperty(list, async (list) => {
      const devnet = await createStepped()
      try {
        for (const [index, step] of list.entries()) await runStep(devnet, step, index)
        await check(devnet)
      } finally {
        await devnet.close()
      }
    }),
    runs({ seed, numRuns: 8 }),
  )

test('a genesis.json has the state of the head', async () => {
  await chains(
    async (devnet) => {
      const head = await headOf({ genesis: await exported(devnet, 'genesis') })
      expect(rootOf(head)).toBe(rootOf(devnet.chain.head))
    },
    steps,
    41,
  )
})

test('a genesis.json of block 0 is the genesis, to the hash', async () => {
  await chains(
    async (devnet) => {
      const genesis = await exported(devnet, 'genesis', { block: 0 })
      expect((await headOf({ genesis })).hash).toBe(devnet.chain.genesis.hash)
    },
    plainSteps,
    42,
  )
})

test('blocks that transactions alone have made lead to the same head', async () => {
  await chains(
    async (devnet) => {
      await devnet.blocks.seal()
      expect((await replayed(devnet)).hash).toBe(devnet.chain.head.hash)
    },
    plainSteps,
    43,
  )
})

test('blocks lead to the same head or are refused', async () => {
  let [same, refused] = [0, 0]
  await chains(
    async (devnet) => {
      const head = await replayed(devnet).catch((error) => {
        expect(error).toBeInstanceOf(InvalidExport)
        return undefined
      })
      if (head === undefined) refused++
      else {
        same++
        expect(head.hash).toBe(devnet.chain.head.hash)
      }
    },
    steps,
    45,
  )
  expect(Math.min(same, refused)).toBeGreaterThan(0)
})

test('a fixture places all accounts', async () => {
  await chains(
    async (devnet) => {
      const other = await headOf({ fixture: await exported(devnet, 'fixture') })
      const { state } = devnet.chain.head
      const predeploys = new Set(
        [...(devnet.chain.genesis.state as PersistentState).accounts()]
          .filter(({ code }) => code.length > 0)
          .map(({ address }) => bytesToHex(address)),
      )
      for (const { address, nonce, balance, code } of (state as PersistentState).accounts()) {
        if (predeploys.has(bytesToHex(address))) continue
        expect(other.state.account(address)).toMatchObject({ nonce, balance })
        expect(other.state.code(address)).toEqual(code)
        expect([...(other.state as PersistentState).slots(address)]).toEqual([
          ...(state as PersistentState).slots(address),
        ])
      }
    },
    steps,
    45,
  )
})

test('a chain through all forks is what it was in each format, from each of its blocks', async () => {
  const { genesis, file: chain }: RefereeChain = await refereeChain()
  const devnet = await load({ genesis, chain })
  expect(await exported(devnet, 'rlp')).toEqual(Buffer.from(chain))
  expect((await replayed(devnet)).hash).toBe(devnet.chain.head.hash)
  for (const block of devnet.chain.blocks(0n, 24n)) {
    const later = await load({
      genesis: await exported(devnet, 'genesis', { block: block.number }),
    })
    expect(rootOf(later.chain.head)).toBe(rootOf(block))
    expect(later.chain.head.header.common.hardfork()).toBe(block.header.common.hardfork())
    const following = devnet.chain.blockByNumber(block.number + 1n)?.header
    if (following !== undefined) {
      await later.blocks.mine({ timestamp: following.timestamp })
      const next = later.chain.head
      const { baseFeePerGas, excessBlobGas } = following
      expect(next.header).toMatchObject({ baseFeePerGas, excessBlobGas })
    }
    await later.close()
  }
  await devnet.close()
})
