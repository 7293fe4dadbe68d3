import { EVMError, type EVMResult, Message } from '@ethereumjs/evm'
import { Address, bigIntToBytes, generateAddress, generateAddress2 } from '@ethereumjs/util'
import { bytesToBigInt } from '../../lib/hex.ts'
import { wordBytes } from '../../wasm/interpreter/layout.ts'
import { maxDepth } from './callOpcodes.ts'
import { type Frame, none } from './frame.ts'
import { type Failure, pay } from './hostOpcodes.ts'
import type { OpcodeHost } from './opcodeHost.ts'

const create = 0xf0
const create2 = 0xf5

const maxNonce = 2n ** 64n - 1n

const { INITCODE_SIZE_VIOLATION, OUT_OF_GAS, REVERT, STACK_UNDERFLOW, STATIC_STATE_CHANGE } =
  EVMError.errorMessages

export function isCreation(opcode: number): boolean {
  return opcode === create || opcode === create2
}

/** What is created, and with what. */
interface Creation {
  readonly initCode: Uint8Array
  /** The salt of CREATE2; none for CREATE. */
  readonly salt: Uint8Array | undefined
  /** Wei. */
  readonly value: bigint
}

/**
 * Does CREATE or CREATE2 where gas is of two kinds (EIP-8037); earlier, EthereumJS does. That runs the code here, too.
 * Gives why the frame ends, if it does.
 */
export async function createContract(
  host: OpcodeHost,
  frame: Frame,
): Promise<EVMError | undefined> {
  const begun = begin(host, frame)
  if (typeof begun === 'string') return new EVMError(begun)
  const { core, hostState } = host
  hostState.mark()
  hostState.forget()
  const { account, depth } = frame.context
  const { nonce, balance } = hostState.state.fieldsOf(account.packed) ?? { nonce: 0n, balance: 0n }
  if (balance < begun.value || nonce === maxNonce || depth >= maxDepth) return push(frame, 0n)
  const target = core.addressIds.of(addressOf(account.bytes, nonce, begun))
  hostState.record(target)
  const { newAccountState } = host.prices
  const paidForAccount = hostState.isEmpty(target) ? newAccountState : 0
  if (paidForAccount > 0 && !core.exports.payStateGas(frame.at, paidForAccount)) {
    return new EVMError(OUT_OF_GAS)
  }
  hostState.warm(target)
  hostState.touch(account)
  hostState.state.setAmounts(account.packed, nonce + 1n, balance)
  const result = await run(host, frame, begun)
  return end(host, frame, result, paidForAccount)
}

/** Pays what is due before any account is accessed, and takes the operands. */
function begin({ core, evm, prices }: OpcodeHost, frame: Frame): Creation | Failure {
  const hasSalt = frame.opcode === create2
  const takes = hasSalt ? 4 : 3
  if (frame.height < takes) return STACK_UNDERFLOW
  if (frame.context.isStatic) return STATIC_STATE_CHANGE
  const value = core.readWord(frame.item(0))
  const offset = core.readNumber(frame.item(1))
  const size = core.readNumber(frame.item(2))
  if (size > prices.maxInitCode && !evm.allowUnlimitedInitCodeSize) return INITCODE_SIZE_VIOLATION
  const wordGas = prices.initCodeWord + (hasSalt ? prices.hashWord : 0)
  const gas = prices.create + Math.ceil(size / wordBytes) * wordGas
  if (!pay(frame, gas) || !frame.payMemory(offset, size)) return OUT_OF_GAS
  const salt = hasSalt ? core.wordAt(frame.item(3)).bytes : undefined
  frame.height -= takes
  frame.pc += 1
  frame.setReturnData(none)
  return { initCode: size === 0 ? none : frame.readMemory(offset, size), salt, value }
}

function addressOf(creator: Uint8Array, nonce: bigint, { salt, initCode }: Creation): Uint8Array {
  return salt === undefined
    ? generateAddress(creator, bigIntToBytes(nonce))
    : generateAddress2(creator, salt, initCode)
}

/** Runs the code with all but one 64th of the gas. */
async function run(
  host: OpcodeHost,
  frame: Frame,
  { initCode, salt, value }: Creation,
): Promise<EVMResult> {
  const { account, depth, blobVersionedHashes } = frame.context
  const { selfdestruct, createdAddresses } = frame.openResult()
  const gas = frame.gas - Math.floor(frame.gas / 64)
  const message = new Message({
    caller: new Address(account.bytes),
    gasLimit: BigInt(gas),
    value,
    data: initCode,
    ...(salt && { salt }),
    depth: depth + 1,
    selfdestruct: new Map(selfdestruct),
    createdAddresses: new Set(createdAddresses),
    gasRefund: BigInt(frame.refund),
    blobVersionedHashes,
  })
  const { exports } = host.core
  const number = exports.currentCall()
  const mark = exports.openCall()
  host.giveStateGas()
  const result = await host.evm.runCall({ message })
  host.takeStateGas()
  host.hostState.forget()
  if (result.execResult.exceptionError === undefined) exports.closeCall(number)
  else exports.revertCall(mark, number)
  takeDone(frame, message, result)
  return result
}

/** Takes over what the new contract's code has done. */
function takeDone(frame: Frame, message: Message, { execResult }: EVMResult): void {
  frame.gas -= Number(execResult.executionGasUsed)
  if (execResult.exceptionError !== undefined) return
  const own = frame.openResult()
  for (const log of execResult.logs ?? []) frame.addLog(log)
  for (const [address, heir] of message.selfdestruct ?? []) own.selfdestruct.set(address, heir)
  for (const address of message.createdAddresses ?? []) own.createdAddresses?.add(address)
  frame.refund = Number(execResult.gasRefund ?? 0n)
  frame.stateSpent += Number(execResult.stateGasSpilled ?? 0n)
}

function end(
  { core }: OpcodeHost,
  frame: Frame,
  { execResult, createdAddress }: EVMResult,
  paidForAccount: number,
): undefined {
  const { exceptionError, returnValue } = execResult
  if (exceptionError === undefined) {
    return push(frame, createdAddress === undefined ? 0n : bytesToBigInt(createdAddress.bytes))
  }
  if (exceptionError.error === REVERT) frame.setReturnData(returnValue)
  if (paidForAccount > 0) core.exports.refillStateGas(frame.at, paidForAccount)
  return push(frame, 0n)
}

function push(frame: Frame, result: bigint): undefined {
  frame.height += 1
  frame.core.writeWord(frame.item(0), result)
}
