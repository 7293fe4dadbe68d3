import type { Common } from '@ethereumjs/common'
import type { TypedTransaction, TypedTxData } from '@ethereumjs/tx'
import { signed, unsigned } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { reasonOf } from '../../lib/reasonOf.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Section } from '../section.ts'
import { unsignedTransaction } from '../state/unsignedTransaction.ts'

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
}

/**
 * The transaction in an element of `blocks[].transactions`, of any version of Anvil: the fields
 * themselves, below the name of the type, or either of them beside the sender that was impersonated.
 * `known` tells what its receipt says: older files tell of impersonation nowhere else.
 */
export function transactionOf(
  element: Section,
  common: Common,
  known: (hash: Hex | undefined) => KnownTransaction | undefined,
): SignedTransaction {
  const { fields, type } = unwrapped(element.section('transaction') ?? element)
  const bytes = fields.bytes('hash', 32)
  const hash = bytes && bytesToHex(bytes)
  const impersonated =
    element.bytes('impersonated_sender', 20) ?? element.bytes('impersonatedSender', 20)
  const envelope = envelopeOf(fields, type, common)
  if (impersonated === undefined && envelope.isSigned()) {
    const transaction = recovered(envelope)
    if (transaction !== undefined) return transaction
  }
  const outcome = known(hash)
  // The oldest files tell nowhere who was impersonated.
  const sender = impersonated ?? outcome?.sender ?? new Uint8Array(20)
  const run = outcome?.hash ?? hash
  return unsignedTransaction(
    envelope,
    sender,
    run === undefined ? keccak256(envelope.serialize()) : hexToBytes(run),
  )
}

/** None when the signature is no one's. */
function recovered(envelope: TypedTransaction): SignedTransaction | undefined {
  try {
    return signed(envelope)
  } catch {
    return undefined
  }
}

function unwrapped(section: Section): { readonly fields: Section; readonly type: bigint } {
  const name = section.keys.find((key) => types.has(key.toLowerCase()))
  if (name !== undefined) {
    const fields = section.section(name) as Section
    return { fields, type: types.get(name.toLowerCase()) as bigint }
  }
  const type = section.number('type') ?? 0n
  if (type > 4n) section.refuse('type', 'transactions of this type are not supported')
  return { fields: section, type }
}

function envelopeOf(fields: Section, type: bigint, common: Common): TypedTransaction {
  const chainId = fields.number('chainId')
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
    ...signatureOf(fields, type, chainId),
  }
  try {
    return unsigned(all as TypedTxData, common)
  } catch (cause) {
    const reason = reasonOf(cause)
    return fields.refuse('hash', `it is not a valid transaction: ${reason}`)
  }
}

function signatureOf(fields: Section, type: bigint, chainId: bigint | undefined) {
  const signature = fields.section('signature') ?? fields
  const parity = signature.number('yParity') ?? signature.number('v')
  const v = signature.number('v') ?? parity ?? 0n
  const [r, s] = [signature.number('r') ?? 0n, signature.number('s') ?? 0n]
  if (type !== 0n) return { v: v > 1n ? (v + 1n) % 2n : v, r, s }
  if (v > 1n) return { v, r, s }
  return { v: chainId === undefined ? v + 27n : v + 35n + 2n * chainId, r, s }
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
