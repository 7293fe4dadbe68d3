import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../../src/clock/pace.ts'
import type { Devnet } from '../../../src/devnet/devnet.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { runs } from '../../support/runs.ts'
import { createStepped, runStep, steps } from '../../support/steps.ts'

const shown = ({ block, state, receipts, edited, ...rest }: SealedBlock) => ({
  edits: edited?.edits.map(({ after, edit }) => ({ after, ...edit })),
  builtOn: edited && bytesToHex(edited.builtOn.root()),
  hash: rest.hash,
  root: bytesToHex(state.root()),
  raw: bytesToHex(block.serialize()),
  receipts: receipts.map(({ transaction, ...receipt }) => ({
    ...receipt,
    sender: transaction.sender.toString(),
    hash: transaction.hash,
    isImpersonated: transaction.isImpersonated,
  })),
})

const parts = ({ chain }: Devnet) =>
  finish(chain.parts()).map((part) => {
    const block = 'from' in part ? (chain.blockByNumber(part.to) as SealedBlock) : part
    return shown(block)
  })

test('what is dumped, loaded and dumped again is the same to the byte, and so is every block and state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const devnet = await createStepped()
      try {
        for (const [index, step] of list.entries()) await runStep(devnet, step, index)
        const dump = await devnet.stateFiles.dump()
        const newest = await devnet.reader.view({ tag: 'pending' })
        const begun = await createStepped({ loadState: dump })
        const loaded = await createStepped()
        await loaded.stateFiles.load(dump)
        for (const other of [begun, loaded]) {
          expect(parts(other)).toEqual(parts(devnet))
          expect(other.clock.now()).toBe(devnet.clock.now())
          expect(Buffer.from(await other.stateFiles.dump()).toString()).toBe(
            Buffer.from(dump).toString(),
          )
          await other.close()
        }
        const preconfirmed = newest.kind === 'pending' ? newest.transactions : []
        for (const { hash } of [...preconfirmed, ...devnet.pool.all()]) {
          expect([begun, loaded].map(({ pool }) => pool.has(hash))).toEqual([true, true])
        }
      } finally {
        await devnet.close()
      }
    }),
    runs({ seed: 11, numRuns: 10 }),
  )
})
