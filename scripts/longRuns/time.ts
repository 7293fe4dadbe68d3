import { createDevnet } from '../../src/index.ts'
import type { LongRun } from './longRun.ts'

const blockMs = 2000

/** Time that goes by under the manual clock, with a flashblock every 200 ms and so many transfers in each second. */
export function timeRun(perSecond: number, lengths: Pick<LongRun, 'night' | 'short'>): LongRun {
  return { part: 'blocks of 2 s', ...lengths, begin: () => begin((perSecond * blockMs) / 1000) }
}

async function begin(perBlock: number) {
  const devnet = await createDevnet({
    clock: 'manual',
    pruneHistory: true,
    balance: '1000000000 ether',
  })
  const { accounts, provider, clock } = devnet
  let sent = 0

  async function send(count: number): Promise<void> {
    for (let index = 0; index < count; index++, sent++) {
      const [from, to] = [0, 3].map((ahead) => accounts[(sent + ahead) % accounts.length]?.address)
      const transaction = { from, to, value: '0x1', gas: '0x5208' }
      await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    }
  }

  return {
    next: async () => {
      await send(Math.ceil(perBlock / 2))
      await clock.advance(blockMs / 2)
      await send(Math.floor(perBlock / 2))
      await clock.advance(blockMs / 2)
    },
    problems: () => {
      const { pool, cadence } = devnet.metrics()
      const skipped = cadence.skippedTicks + cadence.skippedBlocks + cadence.errors
      return [
        ...(skipped > 0 ? [`${skipped} ticks and blocks were skipped or failed`] : []),
        ...(pool.pending + pool.queued > perBlock ? [`${pool.pending} transactions wait`] : []),
      ]
    },
    end: () => devnet.close(),
  }
}
