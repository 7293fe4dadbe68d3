import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import type { FlashblockSummary } from '../../src/types/summary.ts'
import { runs } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { signTransfer } from '../support/transfers.ts'
import { accountCount, genesis } from './faults/genesis.ts'
import { checkByRunning, checkThatAllRuns } from './faults/invariants.ts'
import { commands } from './model/commands.ts'
import { World } from './model/world.ts'

test('after each command all that can be read fits together and with what was told', async () => {
  await fc.assert(
    fc.asyncProperty(commands(60), async (all) => {
      await using world = await World.begin()
      await fc.asyncModelRun(() => ({ model: {}, real: world }), all)
      await checkThatAllRuns(world)
      await world.check()
      await checkByRunning(world)
    }),
    runs({ numRuns: 25, seed: 5 }),
  )
})

/** How many transactions of each account are sent when one of the first flashblocks of a block is seen. */
const bursts = fc.array(
  fc.array(fc.nat({ max: 2 }), { minLength: accountCount, maxLength: accountCount }),
  { minLength: 6, maxLength: 6 },
)

test('under the real clock delayed flashblocks come in order, and with all that was sent', async () => {
  const delays = fc.record({ ms: fc.nat({ max: 60 }), jitterMs: fc.nat({ max: 60 }) })
  await fc.assert(
    fc.asyncProperty(bursts, delays, async (all, delay) => {
      await using devnet = await testDevnet({
        clock: 'real',
        genesis,
        mining: 'flashblocks',
        // It is sealed on request, when all is seen: on a busy machine a second has few flashblocks.
        blockTime: '60s',
        flashblockTime: '50ms',
      })
      devnet.faults.inject({ kind: 'delayPublishing', ...delay, times: 1_000 })
      const nonces = Array.from({ length: accountCount }, () => 0)
      const sent: Promise<Hex>[] = []
      const seen: Hex[] = []
      const places: string[] = []
      let isSealing = false
      const send = async (from: number): Promise<Hex> => {
        const nonce = nonces[from] as number
        nonces[from] = nonce + 1
        const params = [await signTransfer(devnet, { from, nonce })]
        return devnet.provider.request({ method: 'eth_sendRawTransaction', params })
      }
      devnet.on('flashblock', ({ blockNumber, index, transactions }: FlashblockSummary) => {
        places.push(`${blockNumber}.${index}`)
        seen.push(...transactions.map(({ hash }) => hash))
        const counts = blockNumber === 1n ? (all[index] ?? []) : []
        for (const [from, count] of counts.entries()) {
          for (let one = 0; one < count; one++) sent.push(send(from))
        }
        if (isSealing || index < all.length || seen.length < sent.length) return
        isSealing = true
        void devnet.seal()
      })
      const sealed = await new Promise<readonly Hex[]>((resolve) => {
        devnet.on('block', ({ transactions }) => resolve(transactions))
      })
      expect(seen).toEqual(sealed)
      expect([...sealed].sort()).toEqual((await Promise.all(sent)).sort())
      // The first was there before anyone listened.
      expect(places).toEqual(places.map((_, index) => `1.${index + 1}`))
    }),
    runs({ numRuns: 2, seed: 7, endOnFailure: true }),
  )
})
