import type { EVM, Message } from '@ethereumjs/evm'
import { type Address, createZeroAddress } from '@ethereumjs/util'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import { wordBytes } from '../../wasm/interpreter/layout.ts'
import { KnownAddress } from '../knownAddress.ts'
import { insideOf } from '../privateMembers.ts'
import type { Execution } from './execution.ts'
import { Frame } from './frame.ts'
import { settle } from './stockStep.ts'

/** Makes the frame of a message of EthereumJS, above that of the code that sent it. */
export function frameOf({ frame: caller, host, start }: Execution, message: Message): Frame {
  const { core } = host
  if (caller?.interpreter !== undefined) settle(caller, caller.interpreter)
  const { to, codeAddress, data, selfdestruct, createdAddresses } = message
  const account = idOf(core, to ?? createZeroAddress())
  const code = message.code as Uint8Array
  const isCreation = (message as { isCreate?: boolean }).isCreate ?? false
  const context = {
    account,
    caller: idOf(core, message.caller),
    value: message.value,
    code,
    // What is created has its code nowhere yet.
    codeAddress:
      codeAddress === undefined || codeAddress === to ? account : idOf(core, codeAddress),
    isCreation,
    isStatic: message.isStatic,
    depth: message.depth,
    gas: Number(message.gasLimit),
    refund: Number(message.gasRefund ?? 0n),
    blobVersionedHashes: message.blobVersionedHashes ?? [],
  }
  const loaded = isCreation ? undefined : core.codes.load(code)
  const frame = new Frame(core, caller?.end ?? start, context, data, loaded)
  if (selfdestruct !== undefined || createdAddresses !== undefined) {
    frame.result = {
      logs: [],
      selfdestruct: selfdestruct ?? new Map(),
      ...(createdAddresses && { createdAddresses }),
    }
  }
  return frame
}

function idOf({ addressIds }: Core, address: Address): AddressId {
  return address instanceof KnownAddress
    ? addressIds.of(address.bytes, address.packed)
    : addressIds.of(address.bytes)
}

/**
 * Writes what opcodes read of the transaction and its block. The words of the block stay in the core as long as the
 * same EVM runs the same block on it.
 */
export function writeEnvironment(core: Core, evm: EVM, caller: Message['caller']): void {
  const { _block: block, _tx: transaction } = insideOf(evm)
  const { origin = caller, gasPrice } = transaction
  core.writeWordBytes(environmentAt(core, 0x32), origin.bytes)
  core.writeWord(environmentAt(core, 0x3a), gasPrice)
  if (core.block === block && core.writer === evm) return
  core.block = block
  core.writer = evm
  const { common } = evm
  const { header } = block
  core.writeWordBytes(environmentAt(core, 0x41), header.coinbase.toBytes())
  core.writeWord(environmentAt(core, 0x42), header.timestamp)
  core.writeWord(environmentAt(core, 0x43), header.number)
  if (common.isActivatedEIP(4399)) {
    core.writeWordBytes(environmentAt(core, 0x44), header.prevRandao)
  } else {
    core.writeWord(environmentAt(core, 0x44), header.difficulty)
  }
  core.writeWord(environmentAt(core, 0x45), header.gasLimit)
  core.writeWord(environmentAt(core, 0x46), common.chainId())
  core.writeWord(environmentAt(core, 0x48), header.baseFeePerGas ?? 0n)
}

/** Where the word of an opcode stands: as the lowest five bits of it say. */
function environmentAt(core: Core, opcode: number): number {
  return core.environment + (opcode & 0x1f) * wordBytes
}
