import { bytesToBigInt, bytesToHex, type Hex } from '../lib/hex.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { AccessListItem, AuthorizationItem, CallRequest, Overrides } from '../types/request.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { authorityOf } from './authorizations.ts'
import { InvalidMessage, type Message } from './message.ts'

import { createAddress } from './rules/receipt.ts'
import {
  callOptions,
  inSandbox,
  messageOn,
  type Sandbox,
  startTimeLimit,
  type TimeLimit,
} from './sandbox.ts'

import { Touched } from './touched.ts'
import { observe, withinLimit } from './trace/observer.ts'
import type { TraceEngine } from './trace/replay.ts'

/** What a transaction touches, and what it costs with that as its access list. */
export interface CreatedAccessList {
  /** Ascending by address and by slot. */
  readonly accessList: readonly AccessListItem[]
  readonly gasUsed: bigint
  /** Why the transaction fails all the same, in geth's words. */
  readonly failure?: string | undefined
}

/**
 * `eth_createAccessList`: runs the call with the list of what it touched before, until it touches
 * nothing new. Fees that are not given are zero. Throws an `InvalidMessage` or `InvalidOverride`
 * when it cannot run, a `TraceTimeout` when it takes too long.
 */
export function createAccessList(
  engine: TraceEngine,
  context: ExecutionContext,
  request: CallRequest,
  overrides: Overrides = {},
): Promise<CreatedAccessList> {
  const { machines, limitMs } = engine
  const sandboxed = { overrides, likely: request, limitMs }
  const create = async (sandbox: Sandbox) => {
    const { machine, rules } = sandbox
    const { state } = machine
    const from = request.from ?? rules.sender ?? new Uint8Array(20)
    const nonce = request.nonce ?? state.readAccount(from)?.nonce ?? 0n
    const message = messageOn(sandbox, { ...request, nonce })
    checkAuthorizationCount(message)
    checkEntryCount(message)
    const excluded = excludedFrom(sandbox, message)
    const start = state.tree()
    const timeLimit = startTimeLimit(machines.clock, limitMs)
    const touched = new Touched(message.accessList, excluded)
    for (;;) {
      const { size } = touched
      await timeLimit.pause()
      const accessList = touched.list()
      await timeLimit.pause()
      state.load(start)
      const { gasUsed, failure } = await watched(
        sandbox,
        { ...message, accessList },
        touched,
        timeLimit,
      )
      if (touched.size === size) return { accessList, gasUsed, failure }
    }
  }
  return withinLimit(limitMs, () => inSandbox(machines, context, sandboxed, create))
}

/** Gas that an authorization at least costs (EIP-7702). */
const authorizationGas = 25_000n

/** Keeps a request with little gas from making signatures be recovered without end. */
function checkAuthorizationCount({ authorizationList = [], gas }: Message): void {
  if (BigInt(authorizationList.length) <= gas / authorizationGas) return
  throw new InvalidMessage(
    'intrinsic gas too low',
    'insufficient gas to process all authorizations',
  )
}

/** Gas that an address or a slot in an access list at least costs (EIP-2930). */
const entryGas = 1_900n

/** Keeps a request with little gas from having a list sorted that no transaction could pay for. */
function checkEntryCount({ accessList, gas }: Message): void {
  let entries = accessList.length
  for (const [, storageKeys] of accessList) entries += storageKeys.length
  if (BigInt(entries) <= gas / entryGas) return
  throw new InvalidMessage(
    'intrinsic gas too low',
    `insufficient gas for ${entries} addresses and slots in the access list`,
  )
}

/** What is warm without an access list: sender, recipient, precompiles, and who signed authorizations. */
function excludedFrom({ machine }: Sandbox, message: Message): ReadonlySet<Hex> {
  const { from, to, nonce, authorizationList = [] } = message
  const chainId = machine.common.chainId()
  const authorities = authorizationList.map((item) => authorityFor(item, chainId))
  const addresses = [from, to ?? createAddress(from, nonce), ...authorities]
  return new Set([
    ...[...machine.precompiles].map((digits): Hex => `0x${digits}`),
    ...addresses.filter((address) => address !== undefined).map(bytesToHex),
  ])
}

function authorityFor(item: AuthorizationItem, chainId: bigint): Uint8Array | undefined {
  const chain = bytesToBigInt(item[0])
  return chain === 0n || chain === chainId ? authorityOf(item) : undefined
}

/** Applies the message and notes what its code touches. */
async function watched(
  sandbox: Sandbox,
  message: Message,
  { access }: Touched,
  timeLimit: TimeLimit,
): Promise<MessageResult> {
  const { machine } = sandbox
  const stopObserving = observe({ machine, hooks: { access }, timeLimit }, message.gas)
  try {
    return await applyMessage(machine, message, callOptions(sandbox, message))
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    throw error.within('failed to apply transaction: err: ')
  } finally {
    stopObserving()
  }
}
