import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { JsonReader } from '../jsonReader.ts'
import type { Section } from '../section.ts'
import { unsignedTransaction } from './unsignedTransaction.ts'

/** Hash and sender as they were when it was taken in: nothing is recovered, and nobody need have signed. */
export function transactionOf(section: Section, envelope: TypedTransaction): SignedTransaction {
  const hash = section.bytes('hash', 32) ?? section.refuse('hash', 'give 32 bytes')
  const sender = section.bytes('sender', 20) ?? section.refuse('sender', 'give 20 bytes')
  if (section.flag('isImpersonated') === true) return unsignedTransaction(envelope, sender, hash)
  const raw = envelope.serialize()
  const nonce = section.section('opStack')?.number('depositNonce')
  const deposit = opStackOf(envelope.common)?.decode(raw, envelope.common, nonce)
  if (deposit !== undefined) return deposit
  return { hash: bytesToHex(hash), sender: new Address(sender), envelope, raw }
}

/** The objects of an array. */
export async function sectionsOf(json: JsonReader): Promise<readonly Section[]> {
  const sections: Section[] = []
  await json.array(async () => sections.push(await json.section()))
  return sections
}
