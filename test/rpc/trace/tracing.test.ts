import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import { NotTraceable } from '../../../src/execution/trace/tracer.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { latest } from '../../../src/rpc/schema/blockId.ts'
import type { TraceOptions } from '../../../src/rpc/schema/traceOptions.ts'
import {
  traceAll,
  tracedBlock,
  tracedBlockOn,
  traceEngine,
  traceOne,
} from '../../../src/rpc/trace/tracing.ts'

const noop: TraceOptions = { choice: { tracer: 'noopTracer' }, timeout: undefined }

let devnet: Devnet
beforeAll(async () => {
  devnet = await Devnet.create(resolveOptions({ clock: 'manual', mining: 'manual' }), (error) => {
    throw error
  })
  for (const value of [1n, 2n]) await devnet.send({ ...transfer(), value })
  await devnet.blocks.seal()
  await devnet.send({ ...transfer(), value: 3n })
  await devnet.blocks.flashblock()
})
afterAll(() => devnet.close())

const transfer = () => ({
  from: devnet.accounts[0]?.address,
  to: hexToBytes('5b'.repeat(20)),
  gas: 21_000n,
})

describe('traceEngine', () => {
  it('gives a trace as long as the option says, or as long as it asks for', () => {
    expect(traceEngine(devnet, noop).limitMs).toBe(60_000)
    expect(traceEngine(devnet).limitMs).toBe(60_000)
    expect(traceEngine(devnet, { timeout: 5 }).limitMs).toBe(5)
  })
})

describe('tracedBlock', () => {
  it('runs on the state of the block before it', async () => {
    const sealed = await devnet.reader.view(latest)
    const block = await tracedBlock(devnet.reader, sealed)
    const genesis = await devnet.reader.view({ tag: 'earliest' })
    expect(block.parentState).toBe(genesis.state)
    expect(block.hash).toBe(sealed.kind === 'sealed' ? sealed.hash : undefined)
    expect(block.blockHashes(0n)).toEqual(genesis.header.hash())
    const pending = await tracedBlock(devnet.reader, await devnet.reader.view({ tag: 'pending' }))
    expect(pending.parentState).toBe(sealed.state)
    expect(pending.hash).toBeNull()
  })

  it('is none of the first block', async () => {
    const genesis = await devnet.reader.view({ tag: 'earliest' })
    await expect(tracedBlock(devnet.reader, genesis)).rejects.toThrow(
      new NotTraceable('genesis is not traceable'),
    )
  })
})

describe('tracedBlockOn', () => {
  it('is none without the block that it stands on', async () => {
    const { header, transactions } = await devnet.reader.view(latest)
    const block = { header, transactions, hash: null }
    const { header: genesis } = await devnet.reader.view({ tag: 'earliest' })
    const parent = `0x${Buffer.from(genesis.hash()).toString('hex')}`
    await expect(tracedBlockOn(devnet.reader, undefined, block)).rejects.toThrow(
      new NotTraceable(`parent ${parent} not found`),
    )
  })
})

describe('traceOne and traceAll', () => {
  it('write what is reported, of all with the hashes', async () => {
    const engine = traceEngine(devnet, noop)
    const block = await tracedBlock(devnet.reader, await devnet.reader.view(latest))
    const [first, second] = block.transactions
    expect((await traceOne(engine, block, 1, noop)).text).toBe('{}')
    expect((await traceAll(engine, block, noop)).text).toBe(
      `[{"txHash":"${first?.hash}","result":{}},{"txHash":"${second?.hash}","result":{}}]`,
    )
  })
})
