/**
 * What the chain costs as it grows: appending a block without and with 200 transactions, restoring
 * a snapshot, forking, and the first append on a fork, at 10, 1,000 and 50,000 blocks; then what
 * rewinding and a search for logs cost. Prints medians in microseconds and how they compare with
 * the shortest chain. Run with `npx tsx scripts/bench/chain.ts`.
 */
import { createBlock } from '@ethereumjs/block'
import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { createZeroAddress } from '@ethereumjs/util'
import { Chain } from '../../src/chain/chain.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { emptyBloom } from '../../src/execution/rules/receipt.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'

const lengths = [10, 1_000, 50_000]
const samples = 40
const transactionsInBlock = 200

const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
const common = protocol.commonAt(0n, 0n)

/** A block above a parent, or genesis; nothing in it is executed. */
function blockOn(
  parent: SealedBlock | undefined,
  transactions: readonly SignedTransaction[] = [],
): SealedBlock {
  const number = parent === undefined ? 0n : parent.number + 1n
  const parentHash = parent?.block.hash() ?? new Uint8Array(32)
  const block = createBlock(
    {
      header: { number, parentHash, timestamp: number, gasLimit: 30_000_000n },
      transactions: transactions.map(({ envelope }) => envelope),
    },
    { common },
  )
  const receipts = transactions.map((transaction, index) => ({
    transaction,
    index,
    status: 1 as const,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n * BigInt(index + 1),
    effectiveGasPrice: 10n ** 9n,
    logs: [],
    firstLogIndex: 0,
    logsBloom: emptyBloom,
    output: new Uint8Array(),
  }))
  return {
    kind: 'sealed',
    hash: bytesToHex(block.hash()),
    number,
    block,
    header: block.header,
    transactions,
    receipts,
    state: emptyState(),
    size: 0,
  }
}

let nonce = 0

function newTransactions(): SignedTransaction[] {
  return Array.from({ length: transactionsInBlock }, () => {
    const envelope = createFeeMarket1559Tx(
      {
        nonce: nonce++,
        gasLimit: 21_000n,
        maxFeePerGas: 10n ** 9n,
        to: createZeroAddress(),
        value: 10n ** 18n,
        v: 1n,
        r: 1n << 250n,
        s: 1n << 250n,
      },
      { common },
    )
    const hash = bytesToHex(envelope.hash())
    return { hash, sender: createZeroAddress(), envelope, raw: envelope.serialize() }
  })
}

/** Median of the time that `run` takes, in microseconds; what `prepare` does is not counted. */
async function median<Input>(
  prepare: () => Input,
  run: (input: Input) => unknown,
): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const input = prepare()
    const start = process.hrtime.bigint()
    await run(input)
    times.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  return times.sort((left, right) => left - right)[samples >> 1] as number
}

/** By what is measured, microseconds. Leaves the chain as it was. */
async function measure(chain: Chain): Promise<Record<string, number>> {
  const snapshot = chain.snapshot()
  const appendTo = (made: { readonly chain: Chain; readonly block: SealedBlock }) =>
    made.chain.append(made.block)
  const next = (transactions?: readonly SignedTransaction[]) => ({
    chain,
    block: blockOn(chain.head, transactions),
  })
  const results = {
    'append, empty': await median(() => next(), appendTo),
    'append, 200 transactions': await median(() => next(newTransactions()), appendTo),
    snapshot: await median(
      () => undefined,
      () => chain.snapshot(),
    ),
    restore: await median(
      () => undefined,
      () => chain.restore(snapshot),
    ),
    fork: await median(
      () => undefined,
      () => chain.fork(),
    ),
    'first append on a fork': await median(
      () => ({ chain: chain.fork(), block: blockOn(chain.head) }),
      appendTo,
    ),
    'block by number': await median(
      () => chain.head.number / 2n,
      (number) => chain.blockByNumber(number),
    ),
  }
  chain.restore(snapshot)
  return results
}

await initCrypto()
const chain = await Chain.create(blockOn(undefined), { common: () => common })
await measure(chain)

const byLength: Record<string, number>[] = []
for (const length of lengths) {
  while (chain.head.number < length) await chain.append(blockOn(chain.head))
  byLength.push(await measure(chain))
}

const [smallest] = byLength
console.log(`microseconds, median of ${samples}`)
console.log(''.padEnd(28), ...lengths.map((length) => `${length} blocks`.padStart(20)))
for (const name of Object.keys(smallest ?? {})) {
  const base = smallest?.[name] ?? Number.NaN
  const cells = byLength.map((results) => {
    const time = results[name] ?? Number.NaN
    return `${time.toFixed(1)} (x${(time / base).toFixed(1)})`.padStart(20)
  })
  console.log(name.padEnd(28), ...cells)
}

async function timeMs(run: () => unknown): Promise<string> {
  const start = process.hrtime.bigint()
  await run()
  return `${(Number(process.hrtime.bigint() - start) / 1e6).toFixed(1)} ms`
}

const longest = lengths.at(-1) ?? 0
const query = { addresses: [new Uint8Array(20)], topics: [] }
console.log(
  `log search over ${longest} blocks without logs:`,
  await timeMs(() => chain.logs({ ...query, fromBlock: 0n, toBlock: chain.head.number })),
)
console.log('rewind by 1,000 blocks:', await timeMs(() => chain.rewind(chain.head.number - 1_000n)))
console.log(`rewind to genesis:`, await timeMs(() => chain.rewind(0n)))
