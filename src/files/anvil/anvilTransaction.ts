import type { Common } from '@ethereumjs/common'
import type { TypedTransaction, TypedTxData } from '@ethereumjs/tx'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { decodeRecorded } from '../../ethereumjs/protocol/recordedRules.ts'
import { depositType } from '../../ethereumjs/protocol/sharedCommon.ts'
import {
  protectedChainId,
  signed,
  unsigned,
} from '../../ethereumjs/transaction/decodeTransaction.ts'

import { opStackOf } from '../../execution/rules/opStack.ts'
import { reasonOf } from '../../lib/errors.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { encodeRlp } from '../../lib/rlp.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Section } from '../section.ts'
import { unsignedTransaction } from '../state/storedReceipt.ts'

/** How Anvil has named the types of transactions. */
const types = new Map([
  ['legacy', 0n],
  ['eip2930', 1n],
  ['eip1559', 2n],
  ['eip4844', 3n],
  ['eip7702', 4n],
])

/** What is known of a transaction beside its fields. */
interface KnownTransaction {
  readonly hash: Hex
  readonly sender: Uint8Array | undefined
  readonly depositNonce?: bigint | undefined
}

/** The rules of the block that a transaction is in, and those of the chain. */
interface RulesAround {
  readonly common: Common
  readonly protocol: Protocol
}

/**
 * The transaction in an element of `blocks[].transactions`, of any version of Anvil: the fields
 * themselves, below the name of the type, or either of them beside the sender that was impersonated.
 * It keeps the hash that the file has. `known`: the facts in its receipt: older files have
 * impersonation nowhere else.
 */
export function transactionOf(
  element: Section,
  rules: RulesAround,
  known: (hash: Hex | undefined) => KnownTransaction | undefined,
): SignedTransaction {
  const { fields, type } = unwrapped(element)
  const bytes = fields.bytes('hash', 32)
  const hash = bytes && bytesToHex(bytes)
  if (type === BigInt(depositType)) return depositFrom(fields, rules, known(hash))
  const impersonated =
    element.bytes('impersonated_sender', 20) ?? element.bytes('impersonatedSender', 20)
  const envelope = envelopeOf(fields, type, rules)
  const own = impersonated === undefined ? recovered(envelope) : undefined
  if (own !== undefined && (hash === undefined || own.hash === hash)) return own
  const outcome = known(hash)
  // The oldest files do not record impersonated senders.
  const sender = impersonated ?? outcome?.sender ?? own?.sender.bytes ?? new Uint8Array(20)
  const run = outcome?.hash ?? hash
  return unsignedTransaction(
    envelope,
    sender,
    run === undefined ? keccak256(envelope.serialize()) : hexToBytes(run),
  )
}

/** The id of the chain for which a transaction in an element of `blocks[].transactions` was made. */
export function chainIdOf(element: Section): number | undefined {
  const { fields, type } = unwrapped(element)
  const { chainId } = signatureOf(fields, type)
  return chainId === undefined ? undefined : Number(chainId)
}

/** Returns the transaction with its recovered sender; `undefined` without a valid signature. */
function recovered(envelope: TypedTransaction): SignedTransaction | undefined {
  if (!envelope.isSigned()) return undefined
  try {
    return signed(envelope)
  } catch {
    return undefined
  }
}

function unwrapped(element: Section): { readonly fields: Section; readonly type: bigint } {
  const section = element.section('transaction') ?? element
  const name = section.keys.find((key) => types.has(key.toLowerCase()))
  if (name !== undefined) {
    const fields = section.section(name) as Section
    return { fields, type: types.get(name.toLowerCase()) as bigint }
  }
  const type = section.number('type') ?? 0n
  if (type > 4n && type !== BigInt(depositType)) {
    section.refuse('type', 'transactions of this type are not supported')
  }
  return { fields: section, type }
}

function envelopeOf(fields: Section, type: bigint, rules: RulesAround): TypedTransaction {
  const { chainId, ...signature } = signatureOf(fields, type)
  const all = {
    type: Number(type),
    chainId: type === 0n ? undefined : chainId,
    nonce: fields.number('nonce'),
    gasLimit: fields.number('gas') ?? fields.number('gasLimit'),
    gasPrice: type > 1n ? undefined : fields.number('gasPrice'),
    maxFeePerGas: type < 2n ? undefined : fields.number('maxFeePerGas'),
    maxPriorityFeePerGas: type < 2n ? undefined : fields.number('maxPriorityFeePerGas'),
    maxFeePerBlobGas: type === 3n ? fields.number('maxFeePerBlobGas') : undefined,
    blobVersionedHashes: type === 3n ? fields.words('blobVersionedHashes') : undefined,
    to: fields.bytes('to', 20),
    value: fields.number('value'),
    data: fields.bytes('input') ?? fields.bytes('data'),
    accessList: type === 0n ? undefined : accessListOf(fields),
    authorizationList: type === 4n ? authorizationsOf(fields) : undefined,
    ...signature,
  }
  try {
    return decodeRecorded({ type: all.type, chainId }, rules, (common) =>
      unsigned(all as TypedTxData, common),
    )
  } catch (cause) {
    const reason = reasonOf(cause)
    return fields.refuse('hash', `it is not a valid transaction: ${reason}`)
  }
}

/** The signature in the form that its type has, and the chain that it is for. */
function signatureOf(fields: Section, type: bigint) {
  const chainId = fields.number('chainId')
  const signature = fields.section('signature') ?? fields
  const parity = signature.number('yParity') ?? signature.number('v')
  const v = signature.number('v') ?? parity ?? 0n
  const [r, s] = [signature.number('r') ?? 0n, signature.number('s') ?? 0n]
  if (type !== 0n) return { chainId, v: v > 1n ? (v + 1n) % 2n : v, r, s }
  if (v > 1n) return { chainId: protectedChainId(v), v, r, s }
  return { chainId, v: chainId === undefined ? v + 27n : v + 35n + 2n * chainId, r, s }
}

/** A deposit of the OP stack, whose nonce only its receipt says. */
function depositFrom(
  fields: Section,
  { common }: RulesAround,
  known: KnownTransaction | undefined,
): SignedTransaction {
  const required = (key: string, length: number): Uint8Array =>
    fields.bytes(key, length) ?? fields.refuse(key, `give ${length} bytes`)
  const raw = encodeRlp(
    [
      required('sourceHash', 32),
      required('from', 20),
      fields.bytes('to', 20) ?? new Uint8Array(),
      fields.number('mint') ?? 0n,
      fields.number('value') ?? 0n,
      fields.number('gas') ?? fields.number('gasLimit') ?? 0n,
      (fields.flag('isSystemTx') ?? fields.flag('isSystemTransaction')) === true ? 1n : 0n,
      fields.bytes('input') ?? fields.bytes('data') ?? new Uint8Array(),
    ],
    depositType,
  )
  const decoded = opStackOf(common)?.decode(raw, common, known?.depositNonce)
  return (
    decoded ??
    fields.refuse(
      'type',
      'it is a deposit of the OP stack: start with --network op, or network: "op"',
    )
  )
}

function accessListOf(fields: Section) {
  return fields.sections('accessList').map((item) => ({
    address: bytesToHex(item.bytes('address', 20) ?? item.refuse('address', 'give 20 bytes')),
    storageKeys: item.words('storageKeys'),
  }))
}

function authorizationsOf(fields: Section) {
  const quantity = (value: bigint | undefined): Hex => `0x${(value ?? 0n).toString(16)}`
  return fields.sections('authorizationList').map((item) => ({
    chainId: quantity(item.number('chainId')),
    address: bytesToHex(item.bytes('address', 20) ?? item.refuse('address', 'give 20 bytes')),
    nonce: quantity(item.number('nonce')),
    yParity: quantity(item.number('yParity') ?? item.number('v')),
    r: quantity(item.number('r')),
    s: quantity(item.number('s')),
  }))
}
