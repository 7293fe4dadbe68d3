import type { Machine } from '../ethereumjs/machine.ts'
import { greater, lesser } from '../lib/bigints.ts'
import { bytesToBigInt, equalBytes } from '../lib/hex.ts'
import { type Packed, pack } from '../state/trie/packed.ts'
import { delegationTo, isDelegation, validAuthority } from './authorizations.ts'
import type { Message } from './message.ts'
import type { RecordsAccesses } from './rules/blockAccessList.ts'

/** The gas of a message that runs, of both kinds (EIP-8037). What is reserved for state is kept by the EVM. */
export class GasMeter {
  /** Gas for all that is done. */
  left: bigint
  readonly #evm: Machine['evm']
  readonly #reserved: bigint

  /** Divides the gas: only the cap of EIP-7825 can be used for what is computed, the rest for state. */
  constructor({ evm, common }: Machine, gas: bigint, intrinsic: bigint) {
    const most = greater(common.param('maxTransactionGasLimit') - intrinsic, 0n)
    this.left = lesser(gas - intrinsic, most)
    this.#evm = evm
    this.#reserved = gas - intrinsic - this.left
    this.undoState()
    evm.eip2780PrepOog = false
    evm.eip7928CallPostTargetOog = false
  }

  /** State gas that is used. */
  get state(): bigint {
    return greater(this.#evm.executionStateGasUsed, 0n)
  }

  /** What is reserved for state and not used. */
  get reserved(): bigint {
    return this.#evm.stateGasReservoir
  }

  /** Pays both kinds. Says whether there was gas for it; nothing is paid if not. */
  pay(gas: bigint, stateGas: bigint): boolean {
    const evm = this.#evm
    const fromLeft = greater(stateGas - evm.stateGasReservoir, 0n)
    if (gas + fromLeft > this.left) return false
    this.left -= gas + fromLeft
    evm.stateGasReservoir -= stateGas - fromLeft
    evm.executionStateGasUsed += stateGas
    return true
  }

  /** Takes all state gas back: what it was paid for is undone. */
  undoState(): void {
    this.#evm.stateGasReservoir = this.#reserved
    this.#evm.executionStateGasUsed = 0n
  }
}

/**
 * Sets the delegations that authorities have signed, as `applyAuthorizations`, where what they write is paid for as it
 * is written (EIP-2780). Says whether there was gas for it.
 */
export function payAuthorizations(
  machine: Machine,
  message: Message,
  meter: GasMeter,
  accesses: RecordsAccesses,
): boolean {
  const { state, common } = machine
  const { from, to, value, authorizationList = [] } = message
  const stateGas = (bytes: string) => common.param(bytes) * common.param('costPerStateByte')
  /** Authorities whose account, or whose delegation, is paid for. */
  const written = new Set<Packed>([pack(from)])
  if (to !== undefined && value > 0n) written.add(pack(to))
  const delegated = new Set<Packed>()
  for (const authorization of authorizationList) {
    const record = (address: Uint8Array) => accesses.record(pack(address))
    const authority = validAuthority(machine, authorization, record)
    if (authority === undefined) continue
    const [, delegate, nonce] = authorization
    const code = delegationTo(delegate)
    const packed = pack(authority)
    const known = state.fieldsOf(packed)
    if (known !== undefined && isDelegation(known.code)) delegated.add(packed)
    const isNew = known === undefined || (known.nonce === 0n && known.balance === 0n)
    const isDelegatedFirst = code.length > 0 && !delegated.has(packed)
    const forAccount = isNew ? stateGas('stateBytesPerNewAccount') : 0n
    const forDelegation = isDelegatedFirst ? stateGas('stateBytesPerAuthBase') : 0n
    const forWrite = written.has(packed) ? 0n : common.param('accountWriteGas')
    if (!meter.pay(forWrite, forAccount + forDelegation)) return false
    written.add(packed)
    if (isDelegatedFirst) delegated.add(packed)
    state.writeAccount(authority, { nonce: bytesToBigInt(nonce) + 1n })
    if (!equalBytes(code, known?.code ?? new Uint8Array())) state.writeCode(authority, code)
  }
  return true
}
