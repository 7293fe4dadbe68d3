import { Address } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { type Machine, MachinePool } from '../../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { startTimeLimit } from '../../../src/execution/timeLimit.ts'
import { Touched } from '../../../src/execution/touched.ts'
import { callTracer } from '../../../src/execution/trace/callTracer.ts'
import { fourByteTracer } from '../../../src/execution/trace/fourByteTracer.ts'
import { muxTracer } from '../../../src/execution/trace/muxTracer.ts'
import { prestateTracer } from '../../../src/execution/trace/prestateTracer.ts'
import type { TraceHooks } from '../../../src/execution/trace/tracer.ts'
import { watch } from '../../../src/execution/trace/watch.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { randomCase } from '../../ethereumjs/interpreter/randomCase.ts'
import { coinbase, type Sent, sender } from '../../ethereumjs/interpreter/referee.ts'
import { seedOf } from '../../support/runs.ts'

const endless = { spend: () => {} }
const clock = { realMs: () => 0, yield: async () => {} }
const machines = new MachinePool(emptyState(), clock)

beforeAll(initCrypto)

const cases = 300

/** Whether steps are asked for, which has EthereumJS run the code. */
type By = 'steps' | 'frames'

/** All that is told of a message without steps, as text, and the gas it used. */
async function told(sent: Sent, by: By): Promise<{ readonly text: string; readonly gas: bigint }> {
  const { hardfork, tree, to, data, value, gas, isStatic = false } = sent
  const protocol = createProtocol({ chainId: 31_337, hardfork, transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  const events: unknown[] = []
  const notes: TraceHooks = {
    enter: ({ kind, depth, from, to, input, gas, value }) =>
      events.push({ kind, depth, from, to, input: input.slice(), gas, value }),
    exit: (exit) => events.push(exit),
    log: (log) => events.push(log),
  }
  const calls = callTracer({ withLog: true }, endless)
  const selectors = fourByteTracer(endless)
  const states = [{}, { diffMode: true }, { includeEmpty: true }].map((options) =>
    prestateTracer(options, endless),
  )
  const touched = new Touched([], new Set())
  const hooks = muxTracer([notes, calls, selectors, ...states, { access: touched.access }])
  const steps = by === 'steps' ? { step: () => {} } : {}
  const transaction = {
    from: sender,
    to,
    gas,
    authorities: [],
    payees: [coinbase],
    firstLogIndex: 0,
  }
  const run = async ({ evm, journal }: Machine) => {
    if (common.isActivatedEIP(2929)) {
      for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address)
      for (const address of [sender, to])
        address && journal.addAlwaysWarmAddress(bytesToHex(address))
    }
    const { execResult } = await evm.runCall({
      block: {
        header: {
          number: 300n,
          timestamp: 1_700_000_000n,
          gasLimit: 30_000_000n,
          coinbase: new Address(coinbase),
          prevRandao: new Uint8Array(32).fill(0x77),
          difficulty: 17n,
          baseFeePerGas: 7n,
          getBlobGasPrice: () => 3n,
        },
      },
      caller: new Address(sender),
      ...(to && { to: new Address(to) }),
      data,
      value,
      gasLimit: gas,
      gasPrice: 9n,
      isStatic,
    })
    return { gasUsed: execResult.executionGasUsed }
  }
  const timeLimit = startTimeLimit(clock, 60_000)
  const outcome = await machines.use({ common, tree, blockHashes: () => undefined }, (machine) =>
    watch({ machine, hooks: { ...hooks, ...steps }, timeLimit }, transaction, () => run(machine)),
  )
  const results = [calls, selectors, ...states].map((tracer) => tracer.result())
  return { text: plain([events, results, touched.list()]), gas: outcome.gasUsed }
}

/**
 * EthereumJS names an opcode that is none on a hardfork by chance, and counts the stack of LOG when the data
 * are off it.
 */
function plain(value: unknown): string {
  return JSON.stringify(
    value,
    (_, item) => {
      if (typeof item === 'bigint') return String(item)
      if (item instanceof Map) return [...item]
      if (typeof item === 'string') return item.replace(/^(invalid opcode|stack underflow).*/, '$1')
      return item instanceof Uint8Array ? bytesToHex(item) : item
    },
    1,
  )
}

/** What is told of a message step by step; nothing where EthereumJS fails to tell of a REVERT of endless data. */
async function toldBySteps(sent: Sent) {
  try {
    return await told(sent, 'steps')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

test('what is told while random code runs fast is what is told step by step', async () => {
  const first = seedOf(1)
  for (let seed = first; seed < first + cases; seed++) {
    const sent = randomCase(seed)
    const steps = await toldBySteps(sent)
    const frames = await told(sent, 'frames')
    if (steps !== undefined) expect(frames.text, `seed ${seed}`).toBe(steps.text)
    const less = { ...sent, gas: (frames.gas * BigInt(seed % 97)) / 97n }
    const stepsWithLess = await toldBySteps(less)
    if (stepsWithLess === undefined) continue
    expect((await told(less, 'frames')).text, `seed ${seed}, gas ${less.gas}`).toBe(
      stepsWithLess.text,
    )
  }
}, 120_000)
