import { genRequestsRoot } from '@ethereumjs/block'
import { type Common, Mainnet } from '@ethereumjs/common'
import { activeCostPerStateByte } from '@ethereumjs/evm'
import { Address, CLRequest, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Machine } from '../../ethereumjs/machine.ts'
import { chainParamsOf } from '../../ethereumjs/privateMembers.ts'
import { bytesToBigInt, bytesToHex, equalBytes, type Hex, hexToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import { packSlot } from '../../state/trie/packed.ts'
import type { MutableState } from '../../types/state.ts'
import type { Log } from '../../types/transaction.ts'
import { messageRules } from '../message.ts'
import {
  builderDeposits,
  builderExits,
  consolidationRequests,
  type Predeploy,
  withdrawalRequests,
} from './systemContracts.ts'

/** The deposit contract logged what is no deposit: a block with such a log is invalid (EIP-6110). */
export class InvalidDepositLog extends Error {
  override readonly name = 'InvalidDepositLog'

  constructor() {
    super('invalid deposit log: its data is not laid out as EIP-6110 says')
  }
}

/** Topic of `DepositEvent(bytes,bytes,bytes,bytes,bytes)`. */
const depositTopic = hexToBytes('649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5')

const logLength = 576

/**
 * The fields of a deposit log, in the order of the request: where the log's data has their length
 * and their bytes, which the head of the data must point to.
 */
const fields = [
  { name: 'pubkey', offset: 160, length: 48 },
  { name: 'withdrawal credentials', offset: 256, length: 32 },
  { name: 'amount', offset: 320, length: 8 },
  { name: 'signature', offset: 384, length: 96 },
  { name: 'index', offset: 512, length: 8 },
] as const

const requestLength = fields.reduce((sum, { length }) => sum + length, 0)

/** The deposits that transactions made, one after the other, 192 bytes each. Throws an `InvalidDepositLog`. */
export function depositsIn(logs: readonly Log[], common: Common): Uint8Array {
  if (logs.length === 0) return nothing
  const contract = contractBytes(common)
  const deposits: Uint8Array[] = []
  for (const log of logs) if (isDeposit(log, contract)) deposits.push(parse(log.data))
  if (deposits.length === 0) return nothing
  const joined = new Uint8Array(deposits.length * requestLength)
  deposits.forEach((deposit, index) => {
    joined.set(deposit, index * requestLength)
  })
  return joined
}

/** Where deposits are made: the chain's own contract, mainnet's when it names none. */
export function depositContract(common: Common): Hex {
  const address =
    chainParamsOf(common).depositContractAddress ?? (Mainnet.depositContractAddress as Hex)
  return address.toLowerCase() as Hex
}

const contractBytes = remembered((common: Common) => hexToBytes(depositContract(common)))

function isDeposit({ address, topics: [topic] }: Log, contract: Uint8Array): boolean {
  return topic !== undefined && equalBytes(address, contract) && equalBytes(topic, depositTopic)
}

function parse(data: Uint8Array): Uint8Array {
  if (data.length !== logLength) throw new InvalidDepositLog()
  const request = new Uint8Array(requestLength)
  let at = 0
  fields.forEach(({ offset, length }, index) => {
    const pointer = bytesToBigInt(data.subarray(index * 32, index * 32 + 32))
    const size = bytesToBigInt(data.subarray(offset, offset + 32))
    if (pointer !== BigInt(offset) || size !== BigInt(length)) throw new InvalidDepositLog()
    request.set(data.subarray(offset + 32, offset + 32 + length), at)
    at += length
  })
  return request
}

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
