import { createBlock, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { decodeWithoutBlobs } from '../../src/ethereumjs/transaction/decodeTransaction.ts'
import { sealedBlock } from '../../src/execution/rules/closeBlock.ts'
import { parseGenesis } from '../../src/files/genesis/genesisFile.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { bytesToHex, hexToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { configOf } from './network.ts'
import { isExpected } from './refusals.ts'
import type { Outcome, StateTest } from './vectorFile.ts'

/** Runs the transaction of each expectation in a block as `env` says; the state after it must have the test's root. */
export async function runStateTest(name: string, test: StateTest): Promise<readonly Outcome[]> {
  await initCrypto()
  const outcomes: Outcome[] = []
  for (const [network, expectations] of Object.entries(test.post)) {
    const { chainid = '0x1', blobSchedule } = test.config ?? {}
    const config = configOf(network, { chainId: Number(chainid), blobSchedule })
    for (const [index, expected] of expectations.entries()) {
      const at = `${name}, ${network} ${index}`
      if (config === undefined || expected.txbytes === undefined) {
        const reason = config === undefined ? `network ${network}` : 'no encoded transaction'
        outcomes.push({ name: at, kind: 'leftOut', reason })
        continue
      }
      const { root, refusal } = await run(test, config, hexToBytes(expected.txbytes))
      const problem = problemOf(expected, root, refusal)
      outcomes.push(
        problem === undefined
          ? { name: at, kind: 'passed' }
          : { name: at, kind: 'failed', reason: problem },
      )
    }
  }
  return outcomes
}

function problemOf(
  { hash, expectException }: { readonly hash: string; readonly expectException?: string },
  root: string,
  refusal: string | undefined,
): string | undefined {
  if (expectException === undefined && refusal !== undefined) return `refused: ${refusal}`
  if (expectException !== undefined && refusal === undefined) {
    return `it is taken, and must be refused: ${expectException}`
  }
  if (refusal !== undefined && !isExpected(refusal, expectException)) {
    return `refused for another reason than ${expectException}: ${refusal}`
  }
  return root === hash ? undefined : `the state root is ${root}, and must be ${hash}`
}

/** The state root after the transaction, and why it was refused. */
async function run({ env, pre }: StateTest, config: object, transaction: Uint8Array) {
  const { rules, alloc } = genesisParts(config, pre)
  const [number, timestamp] = [BigInt(env.currentNumber ?? 0), BigInt(env.currentTimestamp ?? 0)]
  const common = protocolOf(rules, { transactionGasCap: true }).commonAt(number, timestamp)
  const tree = buildState(alloc)
  const parentHeader = { number: number - 1n, stateRoot: tree.root(), timestamp: timestamp - 1n }
  const options = { common, skipConsensusFormatValidation: true }
  const parent = sealedBlock(createBlock({ header: parentHeader as HeaderData }, options), {
    transactions: [],
    receipts: [],
    state: tree,
  })
  const header = createBlockHeader(
    {
      number,
      timestamp,
      parentHash: parent.header.hash(),
      coinbase: env.currentCoinbase,
      gasLimit: env.currentGasLimit,
      mixHash: env.currentRandom,
      baseFeePerGas: env.currentBaseFee,
      ...(common.isActivatedEIP(4844) && {
        excessBlobGas: env.currentExcessBlobGas,
        blobGasUsed: 0n,
      }),
    } as HeaderData,
    options,
  )
  const machines = new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} })
  const blockHashes = () => parent.header.hash()
  const block = PendingBlock.begin({ machines, common, blockHashes }, parent, header, [])
  const refusal = await refusalOf(block, () => decodeWithoutBlobs(transaction, common))
  return { root: bytesToHex(block.flashblock().view.state.root()), refusal }
}

async function refusalOf(
  block: PendingBlock,
  decode: () => ReturnType<typeof decodeWithoutBlobs>,
): Promise<string | undefined> {
  try {
    const outcome = await block.add(decode())
    return outcome.kind === 'skipped' ? outcome.reason.message : undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function genesisParts(config: object, pre: StateTest['pre']) {
  const { rules, accounts } = parseGenesis({
    config,
    gasLimit: '0x1000000',
    difficulty: '0x0',
    alloc: pre,
  })
  return { rules, alloc: accounts }
}
