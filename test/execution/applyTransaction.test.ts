import { Block, createBlockHeader } from '@ethereumjs/block'
import { Mainnet } from '@ethereumjs/common'
import { createTx, type TypedTxData } from '@ethereumjs/tx'
import { runTx } from '@ethereumjs/vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOfKey, customCrypto, initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { SharedCommon } from '../../src/ethereumjs/protocol/sharedCommon.ts'
import { signedWith } from '../../src/ethereumjs/transaction/decodeTransaction.ts'
import { applyTransaction } from '../../src/execution/applyTransaction.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import { runs } from '../support/runs.ts'
import { deploying, type Item, sending } from './assemble.ts'
import { addressOf, contract, createEngine, onMachine } from './engine.ts'
import { randomCode } from './randomCode.ts'

await initCrypto()
const key = new Uint8Array(32).fill(5)
const sender = addressOfKey(key)

const pieces: readonly (readonly Item[])[] = [
  [1, 0, 'SSTORE'],
  [0, 0, 'SSTORE'],
  [1, 'SLOAD', 'POP'],
  [32, 0, 'LOG0'],
  ['GASPRICE', 0, 'MSTORE', 7, 32, 0, 'LOG1'],
  [...sending(addressOf(1), 1), 'POP'],
  [...sending(addressOf(99), 2), 'POP'],
  [0, 0, 0, 'CREATE', 'POP'],
]

const endings: readonly (readonly Item[])[] = [
  ['STOP'],
  [1, 31, 'REVERT'],
  ['INVALID'],
  [addressOf(97), 'SELFDESTRUCT'],
]

const code = randomCode(pieces, endings)

const scenario = fc.record({
  code,
  initCode: code.map(deploying),
  type: fc.nat(2),
  to: fc.constantFrom('contract', 'nobody', 'creation'),
  value: fc.constantFrom(0n, 5n),
  gas: fc.integer({ min: 20_900, max: 300_000 }).map(BigInt),
  price: fc.constantFrom(999n, 1_000n, 1_007n),
  nonce: fc.constantFrom(0n, 0n, 0n, 1n),
  balance: fc.constantFrom(10n ** 18n, 25_000_000n),
})

const newestType: Partial<Record<HardforkName, number>> = { berlin: 1 }

/** What a run comes to, or that it was refused. */
async function outcomeOf<Run>(run: Promise<Run>): Promise<Run | 'refused'> {
  return run.catch((error: unknown) => {
    expect(error).toBeInstanceOf(Error)
    return 'refused' as const
  })
}

test.each<HardforkName>(['berlin', 'london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'])(
  'a transaction at %s comes to what it comes to by runTx',
  async (hardfork) => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const engine = await createEngine({
          hardfork,
          accounts: [
            contract(1, given.code, 10n),
            { address: bytesToHex(sender), balance: given.balance },
          ],
        })
        const { header } = engine.context
        const { nonce, value, gas: gasLimit, price } = given
        const type = Math.min(given.type, newestType[hardfork] ?? 2)
        const fees =
          type === 2
            ? { maxFeePerGas: price + 10n, maxPriorityFeePerGas: price - 999n }
            : { gasPrice: price }
        const to = given.to === 'contract' ? addressOf(1) : addressOf(98)
        const fields = {
          ...{ type, nonce, value, gasLimit, ...fees },
          ...(given.to === 'creation' ? { data: given.initCode } : { to: bytesToHex(to) }),
          ...(type > 0 && { accessList: [{ address: bytesToHex(addressOf(1)), storageKeys: [] }] }),
        } as TypedTxData
        const transaction = signedWith(key, createTx(fields, { common: header.common }))

        const expected = await onMachine(engine, ({ vm, state }) =>
          outcomeOf(
            runTx(vm, {
              tx: transaction.envelope,
              block: new Block(header),
              skipHardForkValidation: true,
            }).then(({ execResult, totalGasSpent }) => ({
              root: bytesToHex(state.tree().root()),
              gasUsed: totalGasSpent,
              failure: execResult.exceptionError?.error,
              output: execResult.returnValue,
              logs: execResult.logs ?? [],
            })),
          ),
        )
        const actual = await onMachine(engine, (machine) =>
          outcomeOf(
            applyTransaction(machine, transaction, header, 0n).then(({ execResult, gasUsed }) => ({
              root: bytesToHex(machine.state.tree().root()),
              gasUsed,
              failure: execResult.exceptionError?.error,
              output: execResult.returnValue,
              logs: execResult.logs ?? [],
            })),
          ),
        )
        expect(actual).toEqual(expected)
      }),
      runs({ seed: 11, numRuns: 80 }),
    )
  },
)

/** Amsterdam, of which the engine knows nothing yet, and Osaka with one of its EIPs. */
const unknownRules = {
  'a hardfork': { hardfork: 'amsterdam', logs: 1 },
  'an EIP of no hardfork': { hardfork: 'osaka', eips: [7708], logs: 1 },
  'no rule (Osaka)': { hardfork: 'osaka', logs: 0 },
}

test.each(Object.entries(unknownRules))(
  'where the engine does not know %s, EthereumJS runs the transaction',
  async (_what, { logs, ...rules }) => {
    const common = new SharedCommon({ chain: Mainnet, customCrypto, ...rules }, {})
    const receiver = addressOf(98)
    const tree = buildState([
      { address: bytesToHex(sender), balance: 10n ** 18n },
      { address: bytesToHex(receiver), balance: 1n },
    ])
    const header = createBlockHeader(
      { number: 7n, gasLimit: 30_000_000n, baseFeePerGas: 1_000n },
      { common },
    )
    const fields = { gasLimit: 100_000n, gasPrice: 1_000n, to: bytesToHex(receiver), value: 5n }
    const transaction = signedWith(key, createTx(fields, { common }))
    const machines = new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} })
    const on = { common, tree, blockHashes: () => undefined }
    const options = { tx: transaction.envelope, block: new Block(header) }
    const expected = await machines.use(on, async ({ vm, state }) => {
      const { totalGasSpent } = await runTx(vm, { ...options, skipHardForkValidation: true })
      return { gasUsed: totalGasSpent, root: bytesToHex(state.tree().root()) }
    })
    const { execResult, ...actual } = await machines.use(on, async (machine) => {
      const run = await applyTransaction(machine, transaction, header, 0n)
      const { execResult, gasUsed } = run
      return { execResult, gasUsed, root: bytesToHex(machine.state.tree().root()) }
    })
    expect(actual).toEqual(expected)
    // EIP-7708: a transfer of ether leaves a log.
    expect(execResult.logs ?? []).toHaveLength(logs)
  },
)
