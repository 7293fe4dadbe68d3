import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { runs } from '../support/runs.ts'
import { Referee } from './referee.ts'
import { createStage, engineOf, fieldsOf, openOn, type Stage } from './stage.ts'
import { type Deed, deeds, Wallet } from './workload.ts'

/** What happens to a block: a deed is done, a bad transaction comes, a flashblock is cut, the block is taken up from one. */
type Event =
  | { readonly deed: number; readonly from: number; readonly seed: number }
  | 'bad'
  | 'flashblock'
  | 'resume'

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ deed: fc.nat(40), from: fc.nat(3), seed: fc.nat(5000) }) },
  { weight: 1, arbitrary: fc.constant('bad' as const) },
  { weight: 2, arbitrary: fc.constant('flashblock' as const) },
  { weight: 1, arbitrary: fc.constant('resume' as const) },
)

const plans = fc.array(fc.array(event, { maxLength: 14 }), { minLength: 1, maxLength: 3 })

/** Lets events happen to the block after the chain; gives what it was sealed to. */
async function build(
  stage: Stage,
  chain: readonly SealedBlock[],
  events: readonly Event[],
  { all, wallet }: { all: readonly Deed[]; wallet: Wallet },
): Promise<{ sealed: SealedBlock; included: readonly SignedTransaction[] }> {
  let block = await openOn(stage, chain)
  const included: SignedTransaction[] = []
  for (const happening of events) {
    if (happening === 'bad') {
      const bad = wallet.sign(0, { to: `0x${'00'.repeat(20)}`, nonce: 10_000n })
      expect(await block.add(bad)).toMatchObject({ kind: 'skipped' })
    } else if (happening === 'flashblock') {
      block.flashblock()
    } else if (happening === 'resume') {
      block = PendingBlock.resume(engineOf(stage, chain), block.flashblock().view)
    } else {
      const deed = all[happening.deed % all.length] as Deed
      const transaction = deed(wallet, happening.from, happening.seed)
      expect(await block.add(transaction)).toMatchObject({ kind: 'included' })
      included.push(transaction)
    }
  }
  return { sealed: await block.seal(), included }
}

test.each(['shanghai', 'cancun', 'prague', 'osaka'] as const)(
  'at %s, whatever comes in whatever flashblocks, the hash is the one that BlockBuilder gives',
  async (hardfork) => {
    const stage = await createStage(hardfork)
    const { refereeCommon, accounts, genesisBlock, genesis } = stage
    const all = Object.values(deeds(stage.common))
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const referee = await Referee.create(refereeCommon, accounts, genesisBlock)
        const wallet = new Wallet(stage.common)
        const chain = [genesis]
        for (const events of plan) {
          const { sealed, included } = await build(stage, chain, events, { all, wallet })
          const wanted = await referee.build(fieldsOf(stage, chain.length), included)
          expect(sealed.header.toJSON()).toEqual(wanted.block.header.toJSON())
          expect(sealed.hash).toBe(bytesToHex(wanted.block.hash()))
          chain.push(sealed)
        }
      }),
      runs({ seed: 20260214, numRuns: 6 }),
    )
  },
)
