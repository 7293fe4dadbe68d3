import type { Common } from '@ethereumjs/common'
import type { EVM } from '@ethereumjs/evm'
import type { Core } from '../../wasm/interpreter/core.ts'
import {
  cleanPrice,
  cleanRefundColdPrice,
  cleanRefundPrice,
  clearRefundPrice,
  coldReadPrice,
  coldWritePrice,
  dirtyPrice,
  initPrice,
  initRefundColdPrice,
  initRefundPrice,
  newSlotPrice,
  noopPrice,
  sentryPrice,
  stackLimit,
  warmReadPrice,
} from '../../wasm/interpreter/layout.ts'
import type { OpcodeFacts, OpcodeTable } from '../../wasm/interpreter/translated/instructions.ts'
import { insideOf, type OpcodeEntry } from '../privateMembers.ts'

/** What the opcodes cost that are done outside of the core, since Berlin. */
export interface Prices {
  readonly coldAccess: number
  readonly warmAccess: number
  readonly balance: number
  readonly codeSize: number
  readonly codeCopy: number
  readonly codeHash: number
  /** More for reading the code of another account (EIP-8038). */
  readonly codeReading: number
  readonly selfBalance: number
  readonly log: number
  readonly logTopic: number
  readonly logByte: number
  readonly copyWord: number
  readonly call: number
  /** More for a call that sends something, and what of it the called code may use. */
  readonly callValue: number
  readonly callStipend: number
  /** More for sending something to an account that is not there, or empty. */
  readonly newAccount: number
  /** State gas of the same (EIP-8037); zero where gas is of one kind. */
  readonly newAccountState: number
  readonly create: number
  /** The gas of each word of the code that creates a contract (EIP-3860), and the gas to hash it. */
  readonly initCodeWord: number
  readonly hashWord: number
  /** Bytes of such code, at most. */
  readonly maxInitCode: number
}

/** Returns what the opcodes cost that are done outside of the core. */
export function pricesOf(common: Common): Prices {
  // Earlier not all of them are known, and none is asked for.
  const isKnown = common.isActivatedEIP(2929)
  const has3860 = common.isActivatedEIP(3860)
  const price = (name: string) => (isKnown ? Number(common.param(name)) : 0)
  return {
    coldAccess: price('coldaccountaccessGas'),
    warmAccess: price('warmstoragereadGas'),
    balance: price('balanceGas'),
    codeSize: price('extcodesizeGas'),
    codeCopy: price('extcodecopyGas'),
    codeHash: price('extcodehashGas'),
    codeReading: common.isActivatedEIP(8038) ? price('warmstoragereadGas') : 0,
    selfBalance: price('selfbalanceGas'),
    log: price('logGas'),
    logTopic: price('logTopicGas'),
    logByte: price('logDataGas'),
    copyWord: price('copyGas'),
    call: price('callGas'),
    callValue: price('callValueTransferGas'),
    callStipend: price('callStipendGas'),
    newAccount: price('callNewAccountGas'),
    newAccountState: Number(stateGasOf('stateBytesPerNewAccount', common)),
    create: price('createGas'),
    initCodeWord: has3860 ? price('initCodeWordGas') : 0,
    hashWord: price('keccak256WordGas'),
    maxInitCode: has3860 ? price('maxInitCodeSize') : Infinity,
  }
}

/** Stack items that opcodes take and give. */
type Effect = readonly [takes: number, gives: number, ...opcodes: number[]]

/** The opcodes that the core runs on all hardforks. */
const effects: readonly Effect[] = [
  // STOP, JUMPDEST
  [0, 0, 0x00, 0x5b],
  // ADD MUL SUB DIV SDIV MOD SMOD, EXP SIGNEXTEND
  [2, 1, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b],
  // ADDMOD MULMOD
  [3, 1, 0x08, 0x09],
  // LT GT SLT SGT EQ, AND OR XOR, BYTE SHL SHR SAR, KECCAK256
  [2, 1, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20],
  // ISZERO NOT CLZ, CALLDATALOAD MLOAD
  [1, 1, 0x15, 0x19, 0x1e, 0x35, 0x51],
  // ADDRESS ORIGIN CALLER CALLVALUE CALLDATASIZE CODESIZE GASPRICE RETURNDATASIZE
  [0, 1, 0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d],
  // COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID BASEFEE, PC MSIZE GAS, PUSH0
  [0, 1, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x48, 0x58, 0x59, 0x5a, 0x5f],
  // CALLDATACOPY CODECOPY RETURNDATACOPY MCOPY
  [3, 0, 0x37, 0x39, 0x3e, 0x5e],
  // POP JUMP
  [1, 0, 0x50, 0x56],
  // JUMPI RETURN REVERT
  [2, 0, 0x57, 0xf3, 0xfd],
  // MSTORE MSTORE8: their gas needs one item, and they look for the other once it is paid.
  [1, 0, 0x52, 0x53],
  ...Array.from({ length: 32 }, (_, index): Effect => [0, 1, 0x60 + index]),
  ...Array.from({ length: 16 }, (_, index): Effect => [index + 1, index + 2, 0x80 + index]),
  ...Array.from({ length: 16 }, (_, index): Effect => [index + 2, index + 2, 0x90 + index]),
]

/** SLOAD and TLOAD; then SSTORE and TSTORE, which look at the stack after they have looked for other hindrances. */
const slotEffects: readonly Effect[] = [
  [1, 1, 0x54, 0x5c],
  [0, 0, 0x55, 0x5d],
]

/** MSTORE MSTORE8 SSTORE TSTORE take two items, while the core requires one or none at the start. */
const storing: ReadonlySet<number> = new Set([0x52, 0x53, 0x55, 0x5d])

/** STOP RETURN REVERT end a frame. */
const leaving: ReadonlySet<number> = new Set([0x00, 0xf3, 0xfd])

/** State gas of as many bytes of state as the parameter says (EIP-8037); zero where gas is of one kind. */
function stateGasOf(bytes: string, common: Common): bigint {
  return common.isActivatedEIP(8037) ? common.param(bytes) * common.param('costPerStateByte') : 0n
}

/** The prices of slots since Amsterdam (EIP-8038, EIP-8037). */
function slotPricesSince8038(common: Common): [index: number, price: bigint][] {
  const warmRead = common.param('warmstoragereadGas')
  const coldRead = common.param('coldsloadGas')
  const write = common.param('storageWriteGas')
  return [
    [warmReadPrice, warmRead],
    [coldReadPrice, coldRead],
    [coldWritePrice, coldRead - warmRead],
    [newSlotPrice, stateGasOf('stateBytesPerStorageSet', common)],
    [sentryPrice, common.param('sstoreSentryEIP2200Gas')],
    [noopPrice, warmRead],
    [initPrice, warmRead + write],
    [cleanPrice, warmRead + write],
    [dirtyPrice, warmRead],
    [clearRefundPrice, common.param('refundStorageClearGas')],
    [initRefundPrice, write],
    [initRefundColdPrice, write],
    [cleanRefundPrice, write],
    [cleanRefundColdPrice, write],
  ]
}

/** The prices of slots since Berlin (EIP-2929, EIP-2200). */
function slotPrices(common: Common): [index: number, price: bigint][] {
  if (common.isActivatedEIP(8038)) return slotPricesSince8038(common)
  const warmRead = common.param('warmstoragereadGas')
  const coldRead = common.param('coldsloadGas')
  return [
    [warmReadPrice, warmRead],
    [coldReadPrice, coldRead],
    [coldWritePrice, coldRead],
    [newSlotPrice, 0n],
    [sentryPrice, common.param('sstoreSentryEIP2200Gas')],
    [noopPrice, common.param('sstoreNoopEIP2200Gas')],
    [initPrice, common.param('sstoreInitEIP2200Gas')],
    [cleanPrice, common.param('sstoreCleanEIP2200Gas')],
    [dirtyPrice, common.param('sstoreDirtyEIP2200Gas')],
    [clearRefundPrice, common.param('sstoreClearRefundEIP2200Gas')],
    [initRefundPrice, common.param('sstoreInitEIP2200Gas') - warmRead],
    [initRefundColdPrice, common.param('sstoreInitRefundEIP2200Gas')],
    [cleanRefundPrice, common.param('sstoreResetGas') - coldRead - warmRead],
    [cleanRefundColdPrice, common.param('sstoreCleanRefundEIP2200Gas')],
  ]
}

/** What opcodes cost under the rules of an EVM, and where they are run. */
export class GasSchedule {
  readonly #opcodes: readonly OpcodeEntry[]
  readonly #exponentByteGas: number
  readonly #slotPrices: readonly [number, bigint][]
  readonly prices: Prices
  /** Equal for rules that are. */
  readonly name: string
  /** The opcodes that the core runs itself. */
  readonly opcodeTable: OpcodeTable
  /** Whether the core keeps slots, and calls are made here: both have the rules since Berlin. */
  readonly eip2929: boolean

  constructor(evm: EVM) {
    const { common } = evm
    this.#opcodes = insideOf(evm)._opcodeMap
    this.#exponentByteGas = Number(common.param('expByteGas'))
    this.eip2929 = common.isActivatedEIP(2929)
    this.prices = pricesOf(common)
    this.#slotPrices = this.eip2929 ? slotPrices(common) : []
    this.opcodeTable = this.#createTable()
    this.name = this.#createName()
  }

  /** Tells them to the core. What it does not run itself is left to the host, which pays for it. */
  apply(core: Core): void {
    const { exports } = core
    core.gasSchedule = this.name
    core.codes.clear()
    exports.clearOpcodes(this.#exponentByteGas)
    for (const [opcode, { opcodeInfo }] of this.#opcodes.entries()) {
      if (!opcodeInfo.isInvalid) exports.setOpcode(opcode, 0, 0, 0, stackLimit)
    }
    for (const effect of effects) this.#setOpcodes(core, effect)
    if (!this.eip2929) return
    for (const effect of slotEffects) this.#setOpcodes(core, effect)
    for (const [index, price] of this.#slotPrices) exports.setPrice(index, Number(price))
  }

  #createName(): string {
    const opcodes = this.#opcodes.map(({ opcodeInfo: { fee, dynamicGas, isInvalid } }) =>
      isInvalid ? '-' : `${fee}${dynamicGas ? '+' : ''}`,
    )
    return [this.#exponentByteGas, ...this.#slotPrices.map(String), ...opcodes].join()
  }

  #createTable(): OpcodeTable {
    const table = new Map<number, OpcodeFacts>()
    for (const [takes, gives, ...opcodes] of this.eip2929
      ? [...effects, ...slotEffects]
      : effects) {
      for (const opcode of opcodes) {
        const { fee, isInvalid } = (this.#opcodes[opcode] as OpcodeEntry).opcodeInfo
        if (isInvalid || leaving.has(opcode)) continue
        table.set(opcode, { takes: storing.has(opcode) ? 2 : takes, gives, gas: fee })
      }
    }
    return table
  }

  #setOpcodes({ exports }: Core, [takes, gives, ...opcodes]: Effect): void {
    const most = stackLimit - Math.max(0, gives - takes)
    for (const opcode of opcodes) {
      const { fee, dynamicGas, isInvalid } = (this.#opcodes[opcode] as OpcodeEntry).opcodeInfo
      if (!isInvalid) exports.setOpcode(opcode, dynamicGas ? 0 : fee, fee, takes, most)
    }
  }
}
