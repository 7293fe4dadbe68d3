import { labelled, labelledList } from '../files/declared/labels.ts'
import type { Hex } from '../lib/hex.ts'
import type { LoadedFixture } from '../types/fixture.ts'
import { decodeError, decodeFunction, decodeFunctionResult } from '../wallet/abi.ts'

/** A traced call. */
export interface TracedCall {
  readonly to: Hex
  readonly input: Hex
  readonly output: Hex
}

/** `transfer(bob, 5)`: the decoded call, when a fixture has given the ABI of the contract. */
export function callWords(fixture: LoadedFixture, { to, input }: TracedCall): string | undefined {
  return firstOf(abisAt(fixture, to), (abi) => {
    const decoded = decodeFunction(abi, input)
    return decoded && `${decoded.name}(${labelledList(fixture.labels, decoded.args)})`
  })
}

/** The decoded result, likewise. */
export function resultWords(
  fixture: LoadedFixture,
  { to, input, output }: TracedCall,
): string | undefined {
  return firstOf(abisAt(fixture, to), (abi) => {
    const name = decodeFunction(abi, input)?.name
    if (name === undefined) return undefined
    const result = decodeFunctionResult(abi, name, output)
    return Array.isArray(result)
      ? labelledList(fixture.labels, result)
      : labelled(fixture.labels, result)
  })
}

/** Why it failed, by the errors of all ABIs, as contracts pass on those of others. */
export function errorWords(fixture: LoadedFixture, output: Hex): string | undefined {
  const abis = Object.values(fixture.contracts).map(({ abi }) => abi)
  return firstOf(abis, (abi) => {
    const decoded = decodeError(abi, output)
    return decoded && `${decoded.name}(${labelledList(fixture.labels, decoded.args)})`
  })
}

type FixtureAbi = LoadedFixture['contracts'][string]['abi']

function abisAt({ contracts }: LoadedFixture, to: Hex): readonly FixtureAbi[] {
  const named = Object.values(contracts).filter(({ address }) => address === to)
  return named.map(({ abi }) => abi)
}

/** Data whose selector matches may still be encoded wrongly. */
function firstOf(
  abis: readonly FixtureAbi[],
  words: (abi: FixtureAbi) => string | undefined,
): string | undefined {
  for (const abi of abis) {
    try {
      const found = words(abi)
      if (found !== undefined) return found
    } catch {}
  }
  return undefined
}
