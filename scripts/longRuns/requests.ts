import { createDevnet } from '../../src/index.ts'
import { Random } from '../../src/lib/random.ts'
import type { LongRun } from './longRun.ts'

type Question = readonly [method: string, ...params: unknown[]]

const perPart = 100
/** A block for each part: those whose transactions are kept are all there then before memory is measured. */
const blockMs = 2000
const word = `0x${'1'.repeat(64)}`

/** Requests of all sorts over HTTP, ten at a time. */
export const requestsRun: LongRun = {
  part: `hundred mixed requests`,
  night: { before: 300, measured: 1000 },
  short: { before: 8, measured: 5 },
  begin: async () => {
    const devnet = await createDevnet({ clock: 'manual', pruneHistory: true })
    const { url } = await devnet.listen({ port: 0 })
    const [from, to] = devnet.accounts.map(({ address }) => address)
    const random = new Random('requests')
    const wrong: string[] = []
    const transfer = { from, to, value: '0x1', gas: '0x5208' }
    const questions: readonly Question[] = [
      ['eth_sendTransaction', transfer],
      ['eth_call', { ...transfer, gas: '0x7530', data: '0x1234' }, 'pending'],
      ['eth_estimateGas', transfer],
      ['eth_getBlockByNumber', 'pending', true],
      ['eth_getLogs', { fromBlock: 'latest' }],
      ['eth_getProof', from, ['0x0'], 'latest'],
      ['eth_feeHistory', '0x4', 'latest', [50]],
      ['eth_getTransactionReceipt', word],
      ['eth_createAccessList', transfer, 'latest'],
      ['eth_simulateV1', { blockStateCalls: [{ calls: [transfer] }] }, 'latest'],
      ['eth_newFilter', {}],
      ['debug_traceCall', transfer, 'latest', { tracer: 'callTracer' }],
      ['txpool_status'],
      ['eth_nonsense'],
    ]

    async function ask([method, ...params]: Question): Promise<void> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { result, error } = (await (await fetch(url, { method: 'POST', body })).json()) as {
        result?: unknown
        error?: { message: string }
      }
      if (error !== undefined && method !== 'eth_nonsense')
        wrong.push(`${method}: ${error.message}`)
      if (method === 'eth_newFilter') await ask(['eth_uninstallFilter', result])
    }

    const drawn = () => questions[random.upTo(questions.length - 1)] as Question

    return {
      next: async () => {
        for (let left = perPart; left > 0; left -= 10) {
          await Promise.all(Array.from({ length: 10 }, () => ask(drawn())))
        }
        await devnet.clock.advance(blockMs)
      },
      problems: () => wrong.slice(0, 5),
      end: () => devnet.close(),
    }
  },
}
