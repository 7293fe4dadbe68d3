import { EVM } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { installWarmJournal } from '../../src/ethereumjs/warmJournal.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

/** The third is the precompile that stays touched. */
const addresses = [1, 2, 3, 4].map((number) => new Address(numberToBytes(number, 20)))
const slots = [1, 2, 3].map((number) => numberToBytes(number, 32))

type Step = (journal: EVM['journal']) => unknown

const account = fc.constantFrom(...addresses)
const slot = fc.constantFrom(...slots)
const slotOf = fc.tuple(account, slot)

const change = fc.oneof(
  account.map(
    ({ bytes }): Step =>
      (journal) =>
        journal.addWarmedAddress(bytes),
  ),
  slotOf.map(
    ([{ bytes }, key]): Step =>
      (journal) =>
        journal.addWarmedStorage(bytes, key),
  ),
  account.map(
    (address): Step =>
      (journal) =>
        journal.addAlwaysWarmAddress(address.toString()),
  ),
  slotOf.map(
    ([address, key]): Step =>
      (journal) => {
        journal.addAlwaysWarmSlot(address.toString(), bytesToHex(key))
      },
  ),
  fc.tuple(account, fc.bigInt({ min: 0n, max: 1n })).map(
    ([address, balance]): Step =>
      (journal) => {
        return journal.putAccount(address, new Account(0n, balance))
      },
  ),
  account.map(
    (address): Step =>
      (journal) =>
        journal.deleteAccount(address),
  ),
)

/** Changes, and calls that change something and succeed or fail, within each other. */
const { steps } = fc.letrec<{ steps: readonly Step[]; call: Step }>((tie) => ({
  steps: fc.array(fc.oneof({ maxDepth: 4, withCrossShrink: true }, change, tie('call')), {
    maxLength: 6,
  }),
  call: fc.tuple(tie('steps'), fc.boolean()).map(
    ([inner, succeeds]): Step =>
      async (journal) => {
        await journal.checkpoint()
        for (const step of inner) await step(journal)
        await (succeeds ? journal.commit() : journal.revert())
      },
  ),
}))

/** What can be told of the journal after each step, and of the state in the end. */
async function seen(run: readonly Step[], hardfork: HardforkName, isOurs: boolean) {
  const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
  const state = emptyState().fork()
  for (const address of addresses) state.writeAccount(address.bytes, { balance: 1n })
  const evm = new EVM({ common: protocol.commonAt(0n, 0n), stateManager: state })
  if (isOurs) installWarmJournal(evm, state)
  const { journal } = evm
  const look = () => [
    addresses.map(({ bytes }) => journal.isWarmedAddress(bytes)),
    addresses.map(({ bytes }) => slots.map((key) => journal.isWarmedStorage(bytes, key))),
    [...(journal as unknown as { touched: Set<string> }).touched].sort(),
  ]
  const looks: unknown[] = []
  for (const step of run) {
    await step(journal)
    looks.push(look())
  }
  await journal.cleanup()
  return { looks, end: look(), root: state.tree().root() }
}

describe('the journal', () => {
  it.each<HardforkName>(['homestead', 'osaka'])(
    'is as that of EthereumJS in %s',
    async (hardfork) => {
      await fc.assert(
        fc.asyncProperty(steps, async (run) => {
          expect(await seen(run, hardfork, true)).toEqual(await seen(run, hardfork, false))
        }),
        runs({ seed: 11, numRuns: 200 }),
      )
    },
  )
})
