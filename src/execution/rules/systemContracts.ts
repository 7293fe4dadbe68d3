import { type BlockHeader, genRequestsRoot } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { activeCostPerStateByte } from '@ethereumjs/evm'
import { Address, CLRequest, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import { AccessLog } from '../../ethereumjs/accessLog.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { bytesToHex, equalBytes, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import { type Packed, pack, packSlot, packTrimmed } from '../../state/trie/packed.ts'
import type { GenesisAccount, MutableState } from '../../types/state.ts'
import type { Log } from '../../types/transaction.ts'
import { messageRules } from '../message.ts'
import { depositsIn } from './deposits.ts'

/** A contract that is there from the start: its 20-byte address, the same packed, and its code. */
export interface Predeploy {
  readonly address: Uint8Array
  readonly packed: Packed
  readonly code: Uint8Array
}

function predeploy(digits: string, code: Uint8Array): Predeploy {
  const address = hexToBytes(digits)
  return { address, packed: pack(address), code }
}

/** Keeps parent beacon block roots (EIP-4788). */
export const beaconRoots = predeploy(
  '000f3df6d732807ef1319fb7b8bb8522d0beac02',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f3580' +
      '1560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b6200' +
      '1fff42064281555f359062001fff015500',
  ),
)

/** Keeps block hashes (EIP-2935). */
export const blockHashes = predeploy(
  '0000f90827f1c53a10cb7a02335b175320002935',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f356001430381' +
      '11604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303' +
      '065500',
  ),
)

/** Queues withdrawal requests to the consensus layer (EIP-7002). */
export const withdrawalRequests = predeploy(
  '00000961ef480eb55e80d19ad83579a64c007002',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe1460cb5760115f54807fffffffffffffffff' +
      'ffffffffffffffffffffffffffffffffffffffffffffffff146101f457600182026001905f5b5f82' +
      '111560685781019083028483029004916001019190604d565b909390049250505036603814608857' +
      '366101f457346101f4575f5260205ff35b34106101f4576001546001016001556003548060030260' +
      '04013381556001015f35815560010160203590553360601b5f5260385f601437604c5fa060010160' +
      '0355005b6003546002548082038060101160df575060105b5f5b8181146101835782810160030260' +
      '040181604c02815460601b8152601401816001015481526020019060020154807fffffffffffffff' +
      'ffffffffffffffffff00000000000000000000000000000000168252906010019060401c90816038' +
      '1c81600701538160301c81600601538160281c81600501538160201c81600401538160181c816003' +
      '01538160101c81600201538160081c81600101535360010160e1565b910180921461019557906002' +
      '556101a0565b90505f6002555f6003555b5f54807fffffffffffffffffffffffffffffffffffffff' +
      'ffffffffffffffffffffffffff14156101cd57505f5b6001546002828201116101e25750505f6101' +
      'e8565b01600290035b5f555f600155604c025ff35b5f5ffd',
  ),
)

/** Queues consolidation requests to the consensus layer (EIP-7251). */
export const consolidationRequests = predeploy(
  '0000bbddc7ce488642fb579f8b00f3a590007251',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe1460d35760115f54807fffffffffffffffff' +
      'ffffffffffffffffffffffffffffffffffffffffffffffff1461019a57600182026001905f5b5f82' +
      '111560685781019083028483029004916001019190604d565b909390049250505036606014608857' +
      '3661019a573461019a575f5260205ff35b341061019a576001546001016001556003548060040260' +
      '04013381556001015f358155600101602035815560010160403590553360601b5f5260605f601437' +
      '60745fa0600101600355005b6003546002548082038060021160e7575060025b5f5b818114610129' +
      '5782810160040260040181607402815460601b815260140181600101548152602001816002015481' +
      '526020019060030154905260010160e9565b910180921461013b5790600255610146565b90505f60' +
      '02555f6003555b5f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' +
      'ffffff141561017357505f5b6001546001828201116101885750505f61018e565b01600190035b5f' +
      '555f6001556074025ff35b5f5ffd',
  ),
)

/** Deploys code at addresses that are the same on all chains: Arachnid's deterministic deployment proxy. */
export const create2Deployer = predeploy(
  '4e59b44847b379578588920ca78fbf26c0b4956c',
  hexToBytes(
    '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe036016000816020' +
      '82378035828234f58015156039578182fd5b8082525050506014600cf3',
  ),
)

/** Queues deposits of builders to the consensus layer (EIP-8282). */
export const builderDeposits = predeploy(
  '0000bff46984e3725691fa540a8c7589300d8282',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe1461011c575f54807ffffffffffffffffff' +
      'fffffffffffffffffffffffffffffffffffffffffffffff14610270576001546008811160525750' +
      '6058565b60089003015b601190600182026001905f5b5f821115607f57810190830284830290049' +
      '160010191906064565b90939004925050503660b814609f57366102705734610270575f5260205f' +
      'f35b8034106102705760383567ffffffffffffffff1680633b9aca001161027057633b9aca00029' +
      '034031061027057600154600101600155600354806006026004015f358155600101602035815560' +
      '010160403581556001016060358155600101608035815560010160a035905560b85f5f3760b85fa' +
      '0600101600355005b60035460025480820380604011610131575060405b5f5b8181146101d75782' +
      '81016006026004018160b8028154815260200181600101548152602001816002015480825260401' +
      'c67ffffffffffffffff16816010018160381c81600701538160301c81600601538160281c816005' +
      '01538160201c81600401538160181c81600301538160101c81600201538160081c8160010153536' +
      '02001816003015481526020018160040154815260200190600501549052600101610133565b9101' +
      '8092146101e957906002556101f4565b90505f6002555f6003555b36610242575f54600154817ff' +
      'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1461023057600882' +
      '820111610238575b50505f610264565b0160089003610264565b7ffffffffffffffffffffffffff' +
      'fffffffffffffffffffffffffffffffffffffff5b5f555f60015560b8025ff35b5f5ffd',
  ),
)

/** Queues exits of builders (EIP-8282). */
export const builderExits = predeploy(
  '000064d678505ad48f8ccb093bc65613800e8282',
  hexToBytes(
    '3373fffffffffffffffffffffffffffffffffffffffe1460e1575f54807ffffffffffffffffffff' +
      'fffffffffffffffffffffffffffffffffffffffffffff146101c657600154600281116051575060' +
      '57565b60029003015b601190600182026001905f5b5f821115607e5781019083028483029004916' +
      '0010191906063565b909390049250505036603014609e57366101c657346101c6575f5260205ff3' +
      '5b34106101c657600154600101600155600354806003026004013381556001015f3581556001016' +
      '0203590553360601b5f5260305f60143760445fa0600101600355005b6003546002548082038060' +
      '101160f5575060105b5f5b81811461012d5782810160030260040181604402815460601b8152601' +
      '401816001015481526020019060020154905260010160f7565b910180921461013f579060025561' +
      '014a565b90505f6002555f6003555b36610198575f54600154817ffffffffffffffffffffffffff' +
      'fffffffffffffffffffffffffffffffffffffff146101865760028282011161018e575b50505f61' +
      '01ba565b01600290036101ba565b7ffffffffffffffffffffffffffffffffffffffffffffffffff' +
      'fffffffffffffff5b5f555f6001556044025ff35b5f5ffd',
  ),
)

/** The EIP that each of them needs: CREATE2 came with Constantinople, which EthereumJS knows as EIP-1013. */
const predeploys: readonly (readonly [eip: number, predeploy: Predeploy])[] = [
  [1013, create2Deployer],
  [4788, beaconRoots],
  [2935, blockHashes],
  [7002, withdrawalRequests],
  [7251, consolidationRequests],
  [8282, builderDeposits],
  [8282, builderExits],
]

/** The contracts that a genesis under these rules begins with: the protocol's own and the CREATE2 deployer. */
export function systemContracts(common: Common): readonly GenesisAccount[] {
  return predeploys
    .filter(([eip]) => common.isActivatedEIP(eip))
    .map(([, { address, code }]) => ({
      address: bytesToHex(address),
      // Contracts have nonce 1 from the start (EIP-161).
      nonce: 1n,
      code,
    }))
}

/** Slots of each ring buffer in the two contracts (EIP-4788 HISTORY_BUFFER_LENGTH, EIP-2935 HISTORY_SERVE_WINDOW). */
const ringLength = 8191n

/** What the protocol records of a block. */
interface OpeningHeader
  extends Pick<BlockHeader, 'common' | 'number' | 'timestamp' | 'parentHash'> {
  readonly parentBeaconBlockRoot?: Uint8Array | undefined
}

/**
 * What the protocol does before the first transaction of a block: it records the parent beacon
 * block root (EIP-4788, Cancun) and the parent's hash (EIP-2935, Prague) in system contracts.
 * Done as the writes that the contracts would make, and left out where there is no contract.
 * `accesses` gets what is accessed (EIP-7928).
 */
export function runOpeningSystemCalls(
  state: MutableState,
  header: OpeningHeader,
  accesses?: OpeningAccesses,
): void {
  const { common, parentBeaconBlockRoot } = header
  if (common.isActivatedEIP(4788) && parentBeaconBlockRoot !== undefined) {
    const { timestamp } = header
    const slot = Number(timestamp % ringLength)
    const rootSlot = packSlot(slot + Number(ringLength))
    record(state, accesses, beaconRoots, packSlot(slot), packTrimmed(numberToBytes(timestamp, 8)))
    record(state, accesses, beaconRoots, rootSlot, packTrimmed(parentBeaconBlockRoot))
  }
  if (common.isActivatedEIP(2935)) {
    const slot = Number((header.number - 1n) % ringLength)
    record(state, accesses, blockHashes, packSlot(slot), packTrimmed(header.parentHash))
  }
}

/** What is accessed before the transactions, by packed address. */
export type OpeningAccesses = Map<Packed, { readonly slots: Map<Packed, Packed | undefined> }>

function record(
  state: MutableState,
  accesses: OpeningAccesses | undefined,
  { packed }: Predeploy,
  slot: Packed,
  value: Packed,
): void {
  const slots = accesses?.get(packed)?.slots ?? new Map<Packed, Packed | undefined>()
  accesses?.set(packed, { slots })
  if ((state.fieldsOf(packed)?.code.length ?? 0) === 0) return
  // Only a root of zeros can be there already: times and hashes differ. On a fork a slot that is read is fetched.
  if (accesses !== undefined) {
    const isRead = value === '' && state.slot(packed, slot) === ''
    slots.set(slot, isRead ? undefined : value)
  }
  state.setSlot(packed, slot, value)
}

/** The caller of the protocol's calls (SYSTEM_ADDRESS of EIP-7002 and EIP-7251). */
export const systemAddress = new Address(hexToBytes('fffffffffffffffffffffffffffffffffffffffe'))

/** Gas of a system call; it counts for no block (EIP-7002 and EIP-7251). */
const systemCallGas = 30_000_000n

/** Says why a block is invalid. */
type Refuse = (problem: string) => never

/** The system calls in the order of EIP-7685. */
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

/** Slots of these contracts: excess requests, requests in this block, head and tail of the queue. */
const queueSlots = [0, 1, 2, 3].map(packSlot)

/** What a contract returns when the protocol calls it; `undefined` where that would be nothing and change nothing. */
function systemCall(
  machine: Machine,
  contract: Predeploy,
  refuse: Refuse | undefined,
): Promise<Uint8Array> | undefined {
  const { state, evm } = machine
  const { code = nothing } = state.fieldsOf(contract.packed) ?? {}
  if (code.length === 0) {
    refuse?.(`the system contract ${bytesToHex(contract.address)} has no code`)
    return undefined
  }
  if (isIdle(state, contract, code)) {
    recordIdle(evm.blockLevelAccessList, contract)
    return undefined
  }
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

/** The number of slots that a system call can fill with its additional gas (EIP-8037). */
const maxNewSlots = 16n

function fillReservoir({ evm, common }: Machine): void {
  const slot = common.param('stateBytesPerStorageSet') * activeCostPerStateByte(common)
  evm.stateGasReservoir = slot * maxNewSlots
  evm.executionStateGasUsed = 0n
}

/** Notes what an idle contract reads when it is called (EIP-7928). */
function recordIdle(list: object | undefined, { packed }: Predeploy): void {
  if (!(list instanceof AccessLog)) return
  for (const slot of queueSlots) list.recordSlot(packed, slot)
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
  const contracts = systemCalls.map(({ contract }) => contract)
  return contracts.find(({ code }) => equalBytes(code, own))?.code ?? own
})
