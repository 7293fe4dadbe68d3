import { Address } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { ExecutionTimeout } from '../../src/ethereumjs/yieldIfDue.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'

beforeAll(initCrypto)

const common = createProtocol({
  chainId: 31_337,
  hardfork: 'osaka',
  transactionGasCap: false,
}).commonAt(0n, 0n)
const blockHashes = () => undefined
const target = new Address(new Uint8Array(20).fill(0xaa))

const header = {
  coinbase: target,
  timestamp: 1_000n,
  difficulty: 0n,
  prevRandao: new Uint8Array(32),
  gasLimit: 30_000_000n,
  baseFeePerGas: 7n,
  getBlobGasPrice: () => 1n,
}

/** JUMPDEST, PUSH0, JUMP: for ever. */
const endless = hexToBytes('5b5f56')
/** Stores 1 at slot 0. */
const storing = hexToBytes('60015f55')

/** A pool whose clock moves a millisecond at each look. */
function createPool() {
  let nowMs = 0
  let yields = 0
  const pool = new EvmPool(emptyState(), {
    realMs: () => nowMs++,
    yield: async () => {
      yields++
    },
  })
  return { pool, yields: () => yields }
}

test('a long execution gives way to others, and ends when its gas does', async () => {
  const { pool, yields } = createPool()
  const tree = emptyState()
  const result = await pool.use({ common, tree, blockHashes }, ({ evm }) =>
    evm.runCode({ code: endless, gasLimit: 10_000_000n, to: target }),
  )
  expect(result.exceptionError?.error).toBe('out of gas')
  expect(yields()).toBeGreaterThan(5)
})

test('an execution over its time limit is ended, and its machine is used again', async () => {
  const { pool } = createPool()
  const tree = emptyState()
  const run = (limitMs?: number) =>
    pool.use({ common, tree, blockHashes, limitMs }, ({ evm }) =>
      evm.runCode({ code: endless, gasLimit: 10_000_000n, to: target }),
    )
  await expect(run(50)).rejects.toThrow(ExecutionTimeout)
  await expect(run()).resolves.toMatchObject({ executionGasUsed: 10_000_000n })
})

test('what one run writes no other sees, and a taken tree stays', async () => {
  const { pool } = createPool()
  const account = emptyState().fork()
  account.writeAccount(target.bytes, { nonce: 1n })
  account.writeCode(target.bytes, storing)
  const tree = account.tree()
  const slot = new Uint8Array(32)
  const written = await pool.use({ common, tree, blockHashes }, async ({ evm, state }) => {
    await evm.runCall({ to: target, gasLimit: 100_000n })
    return state.tree()
  })
  expect(written.storage(target.bytes, slot)[31]).toBe(1)
  await pool.use({ common, tree, blockHashes }, async ({ state }) => {
    expect(state.readStorage(target.bytes, slot)).toEqual(new Uint8Array(32))
  })
  expect(tree.storage(target.bytes, slot)).toEqual(new Uint8Array(32))
})

test('runs at the same time have machines of their own', async () => {
  const { pool } = createPool()
  const tree = emptyState()
  const machines = new Set<unknown>()
  const hold = (release: Promise<void>) =>
    pool.use({ common, tree, blockHashes }, async (machine) => {
      machines.add(machine)
      await release
    })
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const both = Promise.all([hold(released), hold(released)])
  release()
  await both
  await hold(Promise.resolve())
  expect(machines.size).toBe(2)
})

test('BLOCKHASH asks for the block by number', async () => {
  const { pool } = createPool()
  const tree = emptyState()
  const hash = new Uint8Array(32).fill(0x77)
  // NUMBER - 1, BLOCKHASH, returned as a word.
  const code = hexToBytes('60014303405f5260205ff3')
  const { returnValue } = await pool.use(
    { common, tree, blockHashes: (number) => (number === 8n ? hash : undefined) },
    ({ evm }) =>
      evm.runCode({
        code,
        gasLimit: 100_000n,
        block: { header: { ...header, number: 9n } },
      }),
  )
  expect(returnValue).toEqual(hash)
})
