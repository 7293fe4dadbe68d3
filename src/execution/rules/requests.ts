import { genRequestsRoot } from '@ethereumjs/block'
import { activeCostPerStateByte } from '@ethereumjs/evm'
import { Address, CLRequest, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Machine } from '../../ethereumjs/machine.ts'
import { bytesToHex, equalBytes, hexToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/remembered.ts'
import { packSlot } from '../../state/trie/packed.ts'
import type { MutableState } from '../../types/state.ts'
import type { Log } from '../../types/transaction.ts'
import { messageRules } from '../message.ts'
import { depositsIn } from './deposits.ts'
import {
  builderDeposits,
  builderExits,
  consolidationRequests,
  type Predeploy,
  withdrawalRequests,
} from './systemContracts.ts'

/** Who makes the protocol's calls (SYSTEM_ADDRESS of EIP-7002 and EIP-7251). */
export const systemAddress = new Address(hexToBytes('fffffffffffffffffffffffffffffffffffffffe'))

/** Gas of a system call; it counts for no block (EIP-7002 and EIP-7251). */
const systemCallGas = 30_000_000n

/** Says why a block is invalid. */
type Refuse = (problem: string) => never

/** In the order of EIP-7685. */
const systemCalls = [
  { eip: 7002, type: CLRequestType.Withdrawal, contract: withdrawalRequests },
  { eip: 7251, type: CLRequestType.Consolidation, contract: consolidationRequests },
  { eip: 8282, type: CLRequestType.BuilderDeposit, contract: builderDeposits },
  { eip: 8282, type: CLRequestType.BuilderExit, contract: builderExits },
] as const

/** One for each kind. */
export type Requests = readonly CLRequest<CLRequestType>[]

/**
 * What a block asks of the consensus layer, after its last transaction: deposits from its logs
 * (EIP-6110), then what the withdrawal and consolidation contracts take from their queues (EIP-7002,
 * EIP-7251), then those of builders (EIP-8282). One request per kind, empty ones too, in the order of EIP-7685;
 * none before Prague.
 * A contract that has no code, or whose code fails, makes a block invalid: `refuse` gets why, and throws. Without it
 * such a contract asks for nothing.
 * Throws an `InvalidDepositLog`.
 */
export async function collectRequests(
  machine: Machine,
  logs: readonly Log[],
  refuse?: Refuse,
): Promise<Requests> {
  const { common } = machine
  const requests: CLRequest<CLRequestType>[] = []
  if (common.isActivatedEIP(6110)) {
    requests.push(requestOf(CLRequestType.Deposit, depositsIn(logs, common)))
  }
  for (const { eip, type, contract } of systemCalls) {
    if (!common.isActivatedEIP(eip)) continue
    const queued = systemCall(
      machine,
      contract,
      refuse && ((problem) => refuse(`${problem} (EIP-${eip})`)),
    )
    requests.push(requestOf(type, queued && (await queued)))
  }
  return requests
}

const nothing = new Uint8Array()

const emptyRequests: readonly CLRequest<CLRequestType>[] = [
  new CLRequest(CLRequestType.Deposit, nothing),
  new CLRequest(CLRequestType.Withdrawal, nothing),
  new CLRequest(CLRequestType.Consolidation, nothing),
  new CLRequest(CLRequestType.BuilderDeposit, nothing),
  new CLRequest(CLRequestType.BuilderExit, nothing),
]

function requestOf(type: CLRequestType, data: Uint8Array = nothing): CLRequest<CLRequestType> {
  const empty = data.length === 0 ? emptyRequests[type] : undefined
  return empty ?? new CLRequest(type, data)
}

/** The hash of the requests in a header (EIP-7685), 32 bytes; empty requests do not count. */
export function requestsHash(requests: Requests): Uint8Array {
  const isEmpty = requests.every(({ bytes }) => bytes.length === 1)
  return isEmpty ? emptyRequestsHash : genRequestsRoot([...requests], sha256)
}

const emptyRequestsHash = genRequestsRoot([], sha256)

/** Slots of both contracts: excess requests, requests in this block, head and tail of the queue. */
const queueSlots = [0, 1, 2, 3].map(packSlot)

/** What a contract returns when the protocol calls it; `undefined` where that would be nothing and change nothing. */
function systemCall(
  machine: Machine,
  contract: Predeploy,
  refuse: Refuse | undefined,
): Promise<Uint8Array> | undefined {
  const { state, common } = machine
  const { hasStateGas } = messageRules(common)
  const { code = nothing } = state.fieldsOf(contract.packed) ?? {}
  if (code.length === 0) {
    refuse?.(`the system contract ${bytesToHex(contract.address)} has no code`)
    return undefined
  }
  // What an idle contract reads stands in the block's access list (EIP-7928).
  if (!hasStateGas && isIdle(state, contract, code)) return undefined
  return runSystemCall(machine, contract, refuse)
}

async function runSystemCall(
  machine: Machine,
  { address }: Predeploy,
  refuse: Refuse | undefined,
): Promise<Uint8Array> {
  const { evm, state, common } = machine
  if (messageRules(common).hasStateGas) fillReservoir(machine)
  const caller = await state.getAccount(systemAddress)
  const { execResult } = await evm.runCall({
    caller: systemAddress,
    to: new Address(address),
    gasLimit: systemCallGas,
    skipNonceIncrement: true,
  })
  // The call has touched its caller, which must leave no trace.
  if (caller === undefined) await state.deleteAccount(systemAddress)
  else await state.putAccount(systemAddress, caller)
  const { exceptionError, returnValue } = execResult
  if (exceptionError === undefined) return returnValue
  refuse?.(`the system contract ${bytesToHex(address)} fails: ${exceptionError.error}`)
  return nothing
}

/** A system call can fill so many slots with gas that it has besides (EIP-8037). */
const mostNewSlots = 16n

function fillReservoir({ evm, common }: Machine): void {
  const slot = common.param('stateBytesPerStorageSet') * activeCostPerStateByte(common)
  evm.stateGasReservoir = slot * mostNewSlots
  evm.executionStateGasUsed = 0n
}

/**
 * Whether a call would give nothing and change nothing: no request is queued and none was lately.
 * Most blocks are such, and two calls for nothing cost more than all else in an empty block.
 */
function isIdle(state: MutableState, { packed, code }: Predeploy, own: Uint8Array): boolean {
  if (knownCode(own) !== code) return false
  return !state.hasStorage(packed) || queueSlots.every((slot) => state.slot(packed, slot) === '')
}

/** The code as a constant where it is that of one of the contracts, looked at once; else itself. */
const knownCode = remembered((own: Uint8Array) => {
  const contracts = [withdrawalRequests, consolidationRequests]
  return contracts.find(({ code }) => equalBytes(code, own))?.code ?? own
})
