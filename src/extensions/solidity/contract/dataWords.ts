import type { DescribedTransaction, TransactionWords } from '../../../devnet/hooks/extension.ts'
import { revertReason } from '../../../execution/executionErrors.ts'
import { type Labels, labelOf } from '../../../files/declared/declaredFixture.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import { remembered } from '../../../lib/memo.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type { AbiItem, NamedCall } from '../../../types/solidity/contract.ts'
import { plainSignature, selectorOfSignature } from '../../../wallet/selector.ts'
import type { Artifacts, StackTraces } from '../node/artifacts.ts'
import { solidityErrorOf } from '../stackTrace/stackLines.ts'
import { wellKnownErrors, wellKnownFunctions } from './wellKnown.ts'

/** Describes a transaction by the contracts that are known. */
export async function describe(
  { artifacts, stackTraces }: { readonly artifacts: Artifacts; readonly stackTraces: StackTraces },
  { to, data, state, fixture, failed }: DescribedTransaction,
): Promise<TransactionWords> {
  const { CallNames } = await import('./describeContract.ts')
  const reverted = failed?.receipt.output
  const names = new CallNames(await artifacts.current(), fixture)
  const named = names.of(state, { to, data, reverted })
  const call =
    to === undefined ? (named?.contract ?? '') : callInWords(fixture, bytesToHex(data), named)
  if (failed === undefined || reverted === undefined) return { call }
  const trace = await stackTraces.ofKnown(failed.runAgain)
  const { sourceReference } = trace?.at(-1) ?? {}
  const isCustom = reverted.length > 0 && revertReason(reverted) === undefined
  return {
    call,
    error:
      (trace && solidityErrorOf(trace)) ??
      (isCustom ? errorInWords(fixture, bytesToHex(reverted), named) : revertReason(reverted)),
    place: sourceReference && `${sourceReference.sourceName}:${sourceReference.line}`,
  }
}

// Calls and errors in words without the ABI coder, which takes longer to load than a devnet to start.

type Signatures = ReadonlyMap<string, string>

/** Hex digits: of a selector with its `0x`, and of each argument that is a value. */
const selectorDigits = 10
const wordDigits = 64

/**
 * `Vault.take(5)`: what calldata ask for, with the contract's name where it is known. The selector where the
 * function is not known; nothing where neither is known and there is no selector.
 */
export function callInWords(fixture: LoadedFixture, data: Hex, named?: NamedCall): string {
  if (named?.signature) {
    const encoded = data.slice(selectorDigits)
    const contract = named.contract === '' ? '' : `${named.contract}.`
    return `${contract}${withArguments(named.signature, encoded, fixture.labels)}`
  }
  const own = named === undefined || named.contract === '' ? [] : [named.contract]
  if (data.length < selectorDigits) return own.join()
  return [...own, inWords(fixture, 'function', data) ?? data.slice(0, selectorDigits)].join(' ')
}

/** Returns the error of revert data, such as `InsufficientBalance(bob, 5, 50)`; the data if the error is unknown. */
export function errorInWords(fixture: LoadedFixture, data: Hex, named?: NamedCall): string {
  const known = named?.error
  if (known) return withArguments(known, data.slice(selectorDigits), fixture.labels)
  return inWords(fixture, 'error', data) ?? `custom error ${data}`
}

function inWords(
  fixture: LoadedFixture,
  kind: 'function' | 'error',
  data: Hex,
): string | undefined {
  const selector = data.slice(0, selectorDigits)
  const signature = signaturesOf(fixture)[kind].get(selector) ?? wellKnown()[kind].get(selector)
  return signature && withArguments(signature, data.slice(selectorDigits), fixture.labels)
}

/** The arguments in place of their types, where all of them are plain values. */
function withArguments(signature: string, encoded: string, labels: Labels): string {
  const open = signature.indexOf('(')
  const inside = signature.slice(open + 1, -1)
  const types = inside === '' ? [] : inside.split(',')
  if (encoded.length !== types.length * wordDigits) return signature
  const values = types.map((type, index) =>
    wordInWords(type, encoded.slice(index * wordDigits, (index + 1) * wordDigits), labels),
  )
  if (values.includes(undefined)) return signature
  return `${signature.slice(0, open)}(${values.join(', ')})`
}

/** `undefined` for what is no value in a word, as texts and lists. */
function wordInWords(type: string, word: string, labels: Labels): string | undefined {
  if (type === 'address') return labelOf(labels, `0x${word.slice(-40)}`)
  if (type === 'bool') return String(BigInt(`0x${word}`) !== 0n)
  if (/^uint\d+$/.test(type)) return String(BigInt(`0x${word}`))
  if (/^int\d+$/.test(type)) return String(BigInt.asIntN(256, BigInt(`0x${word}`)))
  const bytes = /^bytes(\d+)$/.exec(type)?.[1]
  return bytes === undefined ? undefined : `0x${word.slice(0, 2 * Number(bytes))}`
}

interface SignaturesByKind {
  readonly function: Signatures
  readonly error: Signatures
}

/** Signatures of all contracts that the fixture names, as they call each other and pass errors on. */
const signaturesOf = remembered((fixture: LoadedFixture): SignaturesByKind => {
  const items = Object.values(fixture.contracts).flatMap(({ abi }): readonly AbiItem[] => abi)
  const ofType = (type: string) => items.filter((item) => item.type === type).map(plainSignature)
  return { function: bySelector(ofType('function')), error: bySelector(ofType('error')) }
})

let known: SignaturesByKind | undefined

/** Returns the well-known signatures, which takes a millisecond at the first call. */
function wellKnown(): SignaturesByKind {
  known ??= { function: bySelector(wellKnownFunctions), error: bySelector(wellKnownErrors) }
  return known
}

function bySelector(signatures: readonly string[]): Signatures {
  return new Map(signatures.map((signature) => [selectorOfSignature(signature), signature]))
}
