import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../lib/hex.ts'
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
import { addressOf } from './trace/frames.ts'
import { isCall, looksAtAccount, opcodes } from './trace/instruction.ts'
import { observe, withinLimit } from './trace/observer.ts'
import type { TraceEngine } from './trace/replay.ts'
import type { Access } from './trace/tracer.ts'

/** geth does not look at a call with fewer items than this on the stack. */
const callItems = 5

/** Addresses and storage slots that code touches, those that are excluded left out; only ever more. */
export class Touched {
  readonly #excluded: ReadonlySet<Hex>
  readonly #slots = new Map<Hex, Set<Hex>>()

  /** Starts with a list. Its slots stand even where its address need not. */
  constructor(list: readonly AccessListItem[], excluded: ReadonlySet<Hex>) {
    this.#excluded = excluded
    for (const [address, storageKeys] of list) {
      this.#addAddress(bytesToHex(address))
      for (const slot of storageKeys) this.#addSlot(bytesToHex(address), bytesToHex(slot))
    }
  }

  /** How many addresses and slots there are. */
  get size(): number {
    let size = this.#slots.size
    for (const slots of this.#slots.values()) size += slots.size
    return size
  }

  list(): readonly AccessListItem[] {
    const addresses = [...this.#slots].sort(byKey)
    return addresses.map(([address, slots]) => [
      hexToBytes(address),
      [...slots].sort().map(hexToBytes),
    ])
  }

  /** Takes in what an instruction looks at. */
  readonly access = ({ opcode, address, height, item }: Access): void => {
    if (height === 0) return
    if (opcode === opcodes.sload || opcode === opcodes.sstore) {
      this.#addSlot(bytesToHex(address), bytesToHex(numberToBytes(item(0), 32)))
    } else if (looksAtAccount(opcode)) {
      this.#addAddress(bytesToHex(addressOf(item(0))))
    } else if (isCall(opcode) && height >= callItems) {
      this.#addAddress(bytesToHex(addressOf(item(1))))
    }
  }

  #addAddress(address: Hex): void {
    if (this.#excluded.has(address) || this.#slots.has(address)) return
    this.#slots.set(address, new Set())
  }

  #addSlot(address: Hex, slot: Hex): void {
    const slots = this.#slots.get(address) ?? new Set()
    this.#slots.set(address, slots.add(slot))
  }
}

function byKey([left]: readonly [Hex, unknown], [right]: readonly [Hex, unknown]): number {
  return left < right ? -1 : 1
}

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
