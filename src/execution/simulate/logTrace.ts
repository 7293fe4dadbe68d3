import type { EVMResult, Message as EvmMessage, ExecResult } from '@ethereumjs/evm'
import type { Machine } from '../../ethereumjs/machine.ts'
import { doneBy } from '../../ethereumjs/privateMembers.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { Log } from '../../types/transaction.ts'

/** A log of a simulated call, and its number in the block. */
export interface SimulatedLog {
  readonly log: Log
  readonly logIndex: number
}

type EvmLog = NonNullable<ExecResult['logs']>[number]

/** Stands for ether in the logs of its movements: no contract is there. */
const etherAddress = hexToBytes('ee'.repeat(20))

/** Topic of `Transfer(address,address,uint256)`. */
const transferTopic = hexToBytes('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')

const selfDestruct = 0xff

/**
 * Numbers the logs of a block's calls as geth does: a log that is dropped because its frame failed
 * has used up its number. With `transfers` movements of ether stand among them as logs of a token.
 *
 * It works on the results that the EVM hands from frame to frame: a frame gets the log of its own
 * transfer in front, and a failed one gets back the logs that it loses, so that they come to the
 * outermost frame in order. There they are numbered and taken out again.
 *
 * What fails before it has a frame, for too much depth or value, has no number; geth gives it one.
 */
export class LogTrace {
  readonly #evm: Machine['evm']
  readonly #transfers: boolean
  readonly #frames: EvmMessage[] = []
  /** Logs that are not in the receipt: of movements, and of failed frames. */
  readonly #movements = new Set<EvmLog>()
  readonly #dropped = new Set<EvmLog>()
  #count = 0
  #logs: readonly SimulatedLog[] = []

  constructor(evm: Machine['evm'], { transfers }: { transfers: boolean }) {
    this.#evm = evm
    this.#transfers = transfers
  }

  /** Runs a call while it listens, which takes several times as long. */
  async listen<Result>(run: () => Promise<Result>): Promise<Result> {
    const { events } = this.#evm
    events.on('beforeMessage', this.#enter)
    events.on('afterMessage', this.#leave)
    try {
      return await run()
    } finally {
      events.off('beforeMessage', this.#enter)
      events.off('afterMessage', this.#leave)
    }
  }

  /** Numbers the logs of a call that had no listener: none was lost, and no ether moved that is reported. */
  number(logs: readonly Log[]): readonly SimulatedLog[] {
    return logs.map((log) => ({ log, logIndex: this.#count++ }))
  }

  /** The logs of the call that ended last. */
  take(): readonly SimulatedLog[] {
    const logs = this.#logs
    this.#logs = []
    return logs
  }

  readonly #enter = (message: EvmMessage): void => {
    this.#frames.push(message)
  }

  readonly #leave = ({ execResult }: EVMResult): void => {
    const message = this.#frames.pop() as EvmMessage
    const hasFailed = execResult.exceptionError !== undefined
    const logs = [
      ...this.#movement(sentWith(message)),
      ...(hasFailed ? lostLogs(execResult) : (execResult.logs ?? [])),
      ...this.#movement(leftBy(execResult)),
    ]
    if (hasFailed) for (const log of logs) this.#dropped.add(log)
    execResult.logs = this.#frames.length > 0 ? logs : this.#settle(logs)
  }

  #movement(movement: Movement | undefined): readonly EvmLog[] {
    if (!this.#transfers || movement === undefined || movement.amount === 0n) return []
    const { from, to, amount } = movement
    const log: EvmLog = [
      etherAddress,
      [transferTopic, padded(from), padded(to)],
      numberToBytes(amount, 32),
    ]
    this.#movements.add(log)
    return [log]
  }

  /** Numbers the logs of a call, and gives those that its receipt has. */
  #settle(logs: readonly EvmLog[]): EvmLog[] {
    const numbered = logs.map((log) => ({ log, logIndex: this.#count++ }))
    const kept = numbered.filter(({ log }) => !this.#dropped.has(log))
    this.#logs = kept.map(({ log: [address, topics, data], logIndex }) => ({
      log: { address, topics, data },
      logIndex,
    }))
    const inReceipt = kept.filter(({ log }) => !this.#movements.has(log)).map(({ log }) => log)
    this.#dropped.clear()
    this.#movements.clear()
    return inReceipt
  }
}

/** Wei that go from one address to another. */
interface Movement {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly amount: bigint
}

/** Ether that comes with a message. DELEGATECALL and CALLCODE run foreign code where they are and move nothing. */
function sentWith({
  caller,
  to,
  value,
  delegatecall,
  _codeAddress,
}: EvmMessage): Movement | undefined {
  if (delegatecall || _codeAddress !== undefined || to === undefined) return undefined
  return { from: caller.bytes, to: to.bytes, amount: value }
}

/** What a frame leaves to another account when it ends by SELFDESTRUCT. */
function leftBy({ exceptionError, runState, selfdestruct }: ExecResult): Movement | undefined {
  if (exceptionError !== undefined || runState?.opCode !== selfDestruct) return undefined
  const { address, contract } = runState.env
  const beneficiary = selfdestruct?.get(bytesToHex(address.bytes))
  if (beneficiary === undefined) return undefined
  return { from: address.bytes, to: hexToBytes(beneficiary), amount: contract.balance }
}

/** The logs that a frame had made, its successful inner frames' among them, when it failed. */
function lostLogs({ runState }: ExecResult): readonly EvmLog[] {
  return runState === undefined ? [] : doneBy(runState).logs
}

function padded(address: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(address, 12)
  return word
}
