/**
 * What the state costs as it grows: to take a snapshot, fork, revert and transfer over 100, 10,000
 * and 1,000,000 accounts. Prints medians in microseconds and, behind each, how many times that of
 * the smallest state it is. Run with `npx tsx scripts/bench/state.ts`; takes half a minute.
 */
import { createBlock } from '@ethereumjs/block'
import { createEVM } from '@ethereumjs/evm'
import { createLegacyTx, type LegacyTx } from '@ethereumjs/tx'
import { Address, createAddressFromPrivateKey } from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { StateTree } from '../../src/types/state.ts'

const sizes = [100, 10_000, 1_000_000] as const
const transfers = 2_000
const ether = 10n ** 18n
const key = new Uint8Array(32).fill(1)

const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
const common = protocol.commonAt(1n, 1n)
const block = createBlock(
  { header: { number: 1n, timestamp: 1n, gasLimit: 30_000_000n, baseFeePerGas: 7n } },
  { common },
)

const addressOf = (index: number) => numberToBytes(0x1_0000_0000 + index, 20)
/** Numbers below `size` in no order, the same in every run. */
const scattered = (turn: number, size: number) => (Math.imul(turn, 0x9e3779b1) >>> 0) % size

/** A state of `size` accounts, all rich, the sender's among them. */
function stateOf(size: number): StateTree {
  const state = emptyState().fork()
  for (let index = 1; index < size; index++)
    state.writeAccount(addressOf(index), { balance: ether })
  state.writeAccount(createAddressFromPrivateKey(key).bytes, { balance: ether })
  const tree = state.tree()
  tree.root()
  return tree
}

const median = (samples: number[]) =>
  samples.sort((left, right) => left - right)[samples.length >> 1] ?? Number.NaN

/** The median over many samples, each of 20 runs so that the timer's own cost does not count. */
function timed(run: (turn: number) => unknown): number {
  const samples: number[] = []
  for (let turn = 0; turn < 20 * transfers; ) {
    const start = performance.now()
    for (const next = turn + 20; turn < next; turn++) run(turn)
    samples.push((performance.now() - start) * 50)
  }
  return median(samples)
}

/** The state's part of a transfer: two accounts are read and written, and the root is taken. */
function writeTwo(tree: StateTree, recipientOf: (turn: number) => number): number {
  const state = tree.fork()
  return timed((turn) => {
    for (const address of [addressOf(recipientOf(turn)), addressOf(recipientOf(turn + 7))]) {
      const balance = (state.readAccount(address)?.balance ?? 0n) + 1n
      state.writeAccount(address, { balance })
    }
    return state.tree().root()
  })
}

/** Whole transfers as a devnet runs them in auto mode: executed, and the root is taken. */
async function transfer(tree: StateTree, signed: readonly LegacyTx[]): Promise<number> {
  const stateManager = tree.fork()
  const evm = await createEVM({ common, stateManager })
  const vm = await createVM({ common, stateManager, evm })
  const samples: number[] = []
  for (const tx of signed) {
    const start = performance.now()
    await runTx(vm, { tx, block, skipHardForkValidation: true })
    stateManager.tree().root()
    samples.push((performance.now() - start) * 1000)
  }
  return median(samples)
}

function sign(recipientOf: (turn: number) => number): LegacyTx[] {
  return Array.from({ length: transfers }, (_, nonce) => {
    const to = new Address(addressOf(recipientOf(nonce)))
    const fields = { nonce, to, value: 1n, gasPrice: 10n, gasLimit: 21_000n }
    const tx = createLegacyTx(fields, { common }).sign(key)
    tx.getSenderAddress()
    return tx
  })
}

async function measure(size: number): Promise<Record<string, number>> {
  const tree = stateOf(size)
  const state = tree.fork()
  const few = (turn: number) => 1 + (turn % 90)
  const any = (turn: number) => 1 + scattered(turn, size - 1)
  return {
    snapshot: timed(() => state.tree()),
    fork: timed(() => tree.fork()),
    'write, revert to a snapshot': timed((turn) => {
      state.writeAccount(addressOf(few(turn)), { balance: BigInt(turn) })
      state.load(tree)
    }),
    'write, revert to a checkpoint': timed((turn) => {
      state.checkpoint()
      state.writeAccount(addressOf(few(turn)), { balance: BigInt(turn) })
      state.revert()
    }),
    'transfer among 90 accounts, root': await transfer(tree, sign(few)),
    'transfer to any account, root': await transfer(tree, sign(any)),
    'of it two writes, root, among 90': writeTwo(tree, few),
    'of it two writes, root, any account': writeTwo(tree, any),
  }
}

function row(title: string, cells: readonly string[]): string {
  return title.padEnd(38) + cells.map((cell) => cell.padStart(18)).join('')
}

async function main(): Promise<void> {
  await initCrypto()
  // The first round is thrown away: the engine compiles meanwhile.
  await measure(sizes[0])
  const measured: Record<string, number>[] = []
  for (const size of sizes) measured.push(await measure(size))
  console.log(
    row(
      'microseconds, times that of the first',
      sizes.map((size) => `${size}`),
    ),
  )
  for (const [title, first] of Object.entries(measured[0] ?? {})) {
    const cells = measured.map((results) => {
      const time = results[title] ?? Number.NaN
      return `${time.toFixed(2)}  ${(time / first).toFixed(2)}x`
    })
    console.log(row(title, cells))
  }
  console.log(`heap in use: ${Math.round(process.memoryUsage().heapUsed / 1e6)} MB`)
}

await main()
