import type { MachinePool } from '../../ethereumjs/machine.ts'
import { hexToBytes } from '../../lib/hex.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { SimulatePayload } from '../../types/request.ts'
import type { StateTree } from '../../types/state.ts'
import { opStackOf } from '../rules/opStack.ts'
import { callLimitMs, startTimeLimit } from '../sandbox.ts'

import { type SimulatedTimes, sanitize } from './sanitize.ts'
import { type Parent, type SimulatedBlock, simulateBlock } from './simulateBlock.ts'

/** Gas of all calls of a simulation together: the limit of geth and of the service. */
const simulationGas = 50_000_000n

/**
 * `eth_simulateV1`: blocks of calls on top of the context's block, each on the state that the one
 * before it leaves; gaps in their numbers are filled with empty blocks. Nothing of it is kept.
 * The first parent hash is the context's, so it is zero on a block that is not sealed.
 * Throws a `SimulateError` or `InvalidOverride` for the whole, an `ExecutionTimeout` when it takes too long.
 */
export async function simulate(
  machines: MachinePool,
  context: ExecutionContext,
  payload: SimulatePayload,
): Promise<readonly SimulatedBlock[]> {
  const { validation = false, traceTransfers = false } = payload
  const plans = sanitize(context.header, payload.blockStateCalls, timesOn(context))
  const timeLimit = startTimeLimit(machines.clock, callLimitMs)
  const blocks: SimulatedBlock[] = []
  const blockHashes = (number: bigint) => hashAt(number, context, blocks)
  let gasLeft = simulationGas
  for (const plan of plans) {
    const parent = parentOf(context, blocks.at(-1))
    const common = context.commonAt(plan.number, plan.timestamp)
    const on = { common, tree: parent.state, blockHashes, limitMs: timeLimit.leftMs() }
    const options = { validation, traceTransfers, gasLeft, turn: timeLimit.turn }
    const block = await machines.explore(on, (machine) =>
      simulateBlock(machine, parent, plan, options),
    )
    blocks.push(block)
    gasLeft -= block.header.gasUsed
    await timeLimit.pause()
  }
  return blocks
}

/** Of a chain whose blocks have times in milliseconds. */
function timesOn({ header, state }: ExecutionContext): SimulatedTimes | undefined {
  const opStack = opStackOf(header.common)
  if (opStack?.blockMs === undefined) return undefined
  return { stepMs: BigInt(opStack.blockMs), partMs: opStack.partMs(state) }
}

function parentOf(
  context: ExecutionContext,
  last: SimulatedBlock | undefined,
): Parent & { readonly state: StateTree } {
  return last === undefined
    ? context
    : { header: last.header, hash: hexToBytes(last.hash), state: last.state }
}

/** The hash of a block that is simulated, or on the chain below. */
function hashAt(
  number: bigint,
  context: ExecutionContext,
  blocks: readonly SimulatedBlock[],
): Uint8Array | undefined {
  const base = context.header.number
  if (number < base) return context.blockHashes(number)
  if (number === base) return context.hash
  const block = blocks[Number(number - base) - 1]
  return block && hexToBytes(block.hash)
}
