import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createDevnet } from '../../src/index.ts'
import type { LongRun } from './longRun.ts'
import { mebibytes } from './memory.ts'

const blockMs = 2000
const transfersPerBlock = 20
/** Clients that read, besides the one that does not. */
const readerCounts = { night: 199, short: 14 } as const
/** As many transactions as are remembered, and blocks as the contract of EIP-2935 has. */
const remembered = { transactions: 100_000, blocks: 8191 } as const
const transfersToFill = 100
/** A client may leave so much unread, so that the one that never reads is cut off before memory is measured. */
const unsentBytes = 4 * 2 ** 20
const program = join(import.meta.dirname, 'subscriberClients.ts')

/**
 * WebSockets with five subscriptions each, of which one never reads. Each part is a block with ten flashblocks, which
 * all other clients must receive before the next.
 */
export const subscribersRun: LongRun = {
  part: 'blocks of 2 s for subscribers',
  night: { before: 300, measured: 1800 },
  short: { before: 40, measured: 10 },
  begin: async (isShort) => {
    const readers = readerCounts[isShort ? 'short' : 'night']
    const devnet = await createDevnet({
      clock: 'manual',
      pruneHistory: true,
      balance: '1000000000 ether',
      limits: { unsentBytes },
    })
    const { webSocketUrl } = await devnet.listen({ port: 0 })
    const { accounts, provider, clock } = devnet

    async function send(count: number): Promise<void> {
      for (let index = 0; index < count; index++) {
        const [from, to] = [0, 3].map((ahead) => accounts[(index + ahead) % accounts.length])
        const transaction = { from: from?.address, to: to?.address, value: '0x1', gas: '0x5208' }
        await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
      }
    }

    if (!isShort) {
      for (let block = 0; block < remembered.transactions / transfersToFill; block++) {
        await send(transfersToFill)
        await clock.advance(blockMs)
      }
      await provider.request({ method: 'anvil_mine', params: [remembered.blocks] })
    }
    const alone = process.memoryUsage().rss
    const clients = fork(program, [webSocketUrl, String(readers + 1)], {
      execArgv: ['--import', 'tsx'],
    })
    let known = -1
    let wake = (): void => {}
    clients.on('message', (head) => {
      if (typeof head === 'number') known = head
      wake()
    })
    clients.on('exit', () => wake())
    await once(clients, 'message')
    let most = 0
    let head = 0

    async function allKnow(): Promise<void> {
      while (known < head && clients.exitCode === null) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }

    return {
      next: async () => {
        await send(transfersPerBlock)
        await clock.advance(blockMs)
        head = Number(await provider.request({ method: 'eth_blockNumber' }))
        await allKnow()
        most = Math.max(most, process.memoryUsage().rss)
      },
      problems: () => {
        const { connections, cadence } = devnet.metrics()
        const { webSocket } = connections
        return [
          ...(clients.exitCode === null ? [] : ['the clients have ended']),
          ...(webSocket < readers ? [`${webSocket} clients are left of ${readers} that read`] : []),
          ...(connections.unsentBytes > 4 * unsentBytes
            ? [`${connections.unsentBytes} bytes are unsent`]
            : []),
          ...(cadence.skippedTicks > 0 ? [`${cadence.skippedTicks} ticks were skipped`] : []),
        ]
      },
      note: () =>
        `${mebibytes(alone)} resident before the clients came, ${mebibytes(most)} at most, ` +
        `${devnet.metrics().connections.webSocket} clients at the end`,
      end: async () => {
        if (clients.connected) {
          clients.disconnect()
          await once(clients, 'exit')
        }
        await devnet.close()
      },
    }
  },
}
