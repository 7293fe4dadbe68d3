import { describe, expect, it } from 'vitest'
import { applyMessage } from '../../../src/execution/applyMessage.ts'
import { environmentOf } from '../../../src/execution/blockEnvironment.ts'
import { messageOf } from '../../../src/execution/message.ts'
import { LogTrace } from '../../../src/execution/simulate/logTrace.ts'
import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { CallRequest } from '../../../src/types/request.ts'
import { assemble, type Item, sending } from '../assemble.ts'
import { addressOf, contract, createEngine, funded, onMachine } from '../engine.ts'

const sender = addressOf(9)
const ether = bytesToHex(hexToBytes('ee'.repeat(20)))

interface Scene {
  readonly code: readonly Item[]
  readonly inner?: readonly Item[]
  readonly transfers?: boolean
  readonly hardfork?: HardforkName
}

/** A log in words: `index: last byte of the contract` or `index: from > to amount` by last bytes. */
function shown(log: { address: Uint8Array; topics: readonly Uint8Array[]; data: Uint8Array }) {
  const last = (bytes: Uint8Array | undefined) => bytes?.at(-1)
  if (bytesToHex(log.address) !== ether) return `${last(log.address)}`
  return `${last(log.topics[1])} > ${last(log.topics[2])} ${bytesToBigInt(log.data)}`
}

/** The logs of each call as the trace tells them, and how many are in its receipt. */
async function traced(
  { code, inner = [], transfers = true, hardfork = 'osaka' }: Scene,
  requests: readonly CallRequest[] = [{}],
) {
  const engine = await createEngine({
    hardfork,
    accounts: [funded(9), contract(1, assemble(...code), 100n), contract(2, assemble(...inner))],
  })
  const environment = environmentOf(engine.context.header)
  return onMachine(engine, async (machine) => {
    const trace = new LogTrace(machine.evm, { transfers })
    const seen: { logs: string[]; inReceipt: number }[] = []
    for (const request of requests) {
      const message = messageOf(
        { from: sender, to: addressOf(1), ...request },
        { chainId: 31337n, baseFee: 0n, gasCap: 1_000_000n, nonce: 0n },
      )
      const { logs } = await trace.listen(async () =>
        applyMessage(machine, message, { environment, validation: false }),
      )
      seen.push({
        logs: trace.take().map(({ log, logIndex }) => `${logIndex}: ${shown(log)}`),
        inReceipt: logs.length,
      })
    }
    return seen
  })
}

const log: readonly Item[] = [0, 0, 'LOG0']
const fail: readonly Item[] = ['INVALID']

describe('LogTrace', () => {
  it('tells movements of ether among the logs, where they happen', async () => {
    const code = [...log, ...sending(addressOf(2), 7), 'POP', ...log] as const
    expect(await traced({ code, inner: log }, [{ value: 5n }])).toEqual([
      { logs: ['0: 9 > 1 5', '1: 1', '2: 1 > 2 7', '3: 2', '4: 1'], inReceipt: 3 },
    ])
  })

  it('tells only the logs of contracts when movements are not asked for', async () => {
    const code = [...log, ...sending(addressOf(2), 7), 'POP', ...log] as const
    expect(await traced({ code, inner: log, transfers: false }, [{ value: 5n }])).toEqual([
      { logs: ['0: 1', '1: 2', '2: 1'], inReceipt: 3 },
    ])
  })

  it('drops what a failed frame did, but not the numbers', async () => {
    const code = [...log, ...sending(addressOf(2), 7), 'POP', ...log] as const
    expect(await traced({ code, inner: [...log, ...log, ...fail] })).toEqual([
      { logs: ['0: 1', '4: 1'], inReceipt: 2 },
    ])
  })

  it('keeps the numbers of dropped logs also without movements', async () => {
    const code = [...sending(addressOf(2), 0), 'POP', ...log] as const
    const scene = { code, inner: [...log, ...fail], transfers: false }
    expect(await traced(scene)).toEqual([{ logs: ['1: 1'], inReceipt: 1 }])
  })

  it('drops what successful frames in a failed one did', async () => {
    // Contract 2 sends on to account 3 and then fails.
    const inner = [...sending(addressOf(3), 2), 'POP', ...log, ...fail] as const
    const code = [...sending(addressOf(2), 7), 'POP', ...log] as const
    expect(await traced({ code, inner })).toEqual([{ logs: ['3: 1'], inReceipt: 1 }])
  })

  it('counts on over the calls of a block, failed ones included', async () => {
    const requests = [{ value: 1n }, { value: 2n, to: addressOf(2) }, { value: 3n }]
    expect(await traced({ code: log, inner: [...log, ...fail] }, requests)).toEqual([
      { logs: ['0: 9 > 1 1', '1: 1'], inReceipt: 1 },
      { logs: [], inReceipt: 0 },
      { logs: ['4: 9 > 1 3', '5: 1'], inReceipt: 1 },
    ])
  })

  it('tells value sent with a creation', async () => {
    const [creation] = await traced({ code: [] }, [
      { to: undefined, value: 4n, data: assemble(...log) },
    ])
    expect(creation?.inReceipt).toBe(1)
    expect(creation?.logs[0]).toMatch(/^0: 9 > \d+ 4$/)
    expect(creation?.logs).toHaveLength(2)
    const [inner] = await traced({ code: [0, 0, 3, 'CREATE'] })
    expect(inner?.logs[0]).toMatch(/^0: 1 > \d+ 3$/)
  })

  it('tells what SELFDESTRUCT leaves, after what its frame did', async () => {
    const code = [...log, addressOf(5), 'SELFDESTRUCT'] as const
    expect(await traced({ code })).toEqual([{ logs: ['0: 1', '1: 1 > 5 100'], inReceipt: 1 }])
    expect(await traced({ code, hardfork: 'shanghai' })).toEqual([
      { logs: ['0: 1', '1: 1 > 5 100'], inReceipt: 1 },
    ])
  })

  it('tells nothing of movements of nothing, nor of DELEGATECALL and CALLCODE', async () => {
    const call = (opcode: 'DELEGATECALL' | 'CALLCODE', ...value: readonly Item[]) =>
      [0, 0, 0, 0, ...value, addressOf(2), 'GAS', opcode, 'POP'] as const
    const code = [
      ...sending(addressOf(2), 0),
      'POP',
      ...call('DELEGATECALL'),
      ...call('CALLCODE', 5),
    ] as const
    expect(await traced({ code, inner: log }, [{ value: 6n }])).toEqual([
      { logs: ['0: 9 > 1 6', '1: 2', '2: 1', '3: 1'], inReceipt: 3 },
    ])
  })

  it('makes a log of a token at the address of ether', async () => {
    const engine = await createEngine({ accounts: [funded(9)] })
    const environment = environmentOf(engine.context.header)
    const request = { from: sender, to: addressOf(4), value: 300n }
    const defaults = { chainId: 31337n, baseFee: 0n, gasCap: 30_000n, nonce: 0n }
    await onMachine(engine, async (machine) => {
      const trace = new LogTrace(machine.evm, { transfers: true })
      const message = messageOf(request, defaults)
      await trace.listen(async () =>
        applyMessage(machine, message, { environment, validation: false }),
      )
      expect(trace.take()).toEqual([
        {
          log: {
            address: hexToBytes('ee'.repeat(20)),
            topics: [
              hexToBytes('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'),
              hexToBytes(`${'00'.repeat(12)}${bytesToHex(sender).slice(2)}`),
              hexToBytes(`${'00'.repeat(12)}${bytesToHex(addressOf(4)).slice(2)}`),
            ],
            data: numberToBytes(300, 32),
          },
          logIndex: 0,
        },
      ])
      expect(trace.take()).toEqual([])
    })
  })

  it('listens only as long as the call takes', async () => {
    const engine = await createEngine()
    await onMachine(engine, async ({ evm }) => {
      const listeners = () =>
        (['beforeMessage', 'afterMessage'] as const).map((name) => evm.events.listenerCount(name))
      const before = listeners()
      const trace = new LogTrace(evm, { transfers: true })
      await trace.listen(async () => expect(listeners()).not.toEqual(before))
      expect(listeners()).toEqual(before)
      const failing = trace.listen(async () => {
        throw new Error('the call breaks')
      })
      await expect(failing).rejects.toThrow('the call breaks')
      expect(listeners()).toEqual(before)
    })
  })
})
