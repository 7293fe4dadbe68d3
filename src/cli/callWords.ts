import { decodeError, decodeFunction, decodeFunctionResult } from '../evm/abi.ts'
import type { Hex } from '../lib/hex.ts'
import type { LoadedFixture } from '../types/fixture.ts'
import { labelOf } from './labels.ts'

/** A call as it was traced. */
export interface TracedCall {
  readonly to: Hex
  readonly input: Hex
  readonly output: Hex
}

/** `transfer(bob, 5)`: what is called, when a fixture has told the interface of the contract. */
export function callWords(fixture: LoadedFixture, { to, input }: TracedCall): string | undefined {
  return firstOf(abisAt(fixture, to), (abi) => {
    const decoded = decodeFunction(abi, input)
    return decoded && `${decoded.name}(${listed(fixture, decoded.args)})`
  })
}

/** What came back, likewise. */
export function resultWords(
  fixture: LoadedFixture,
  { to, input, output }: TracedCall,
): string | undefined {
  return firstOf(abisAt(fixture, to), (abi) => {
    const name = decodeFunction(abi, input)?.name
    if (name === undefined) return undefined
    const result = decodeFunctionResult(abi, name, output)
    return Array.isArray(result) ? listed(fixture, result) : shown(fixture, result)
  })
}

/** Why it failed, by the errors of all interfaces, as contracts hand on those of others. */
export function errorWords(fixture: LoadedFixture, output: Hex): string | undefined {
  const abis = Object.values(fixture.contracts).map(({ abi }) => abi)
  return firstOf(abis, (abi) => {
    const decoded = decodeError(abi, output)
    return decoded && `${decoded.name}(${listed(fixture, decoded.args)})`
  })
}

type FixtureAbi = LoadedFixture['contracts'][string]['abi']

function abisAt({ contracts }: LoadedFixture, to: Hex): readonly FixtureAbi[] {
  const named = Object.values(contracts).filter(({ address }) => address === to)
  return named.map(({ abi }) => abi)
}

/** What fits an interface may still be encoded wrongly. */
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

function listed(fixture: LoadedFixture, values: readonly unknown[]): string {
  return values.map((value) => shown(fixture, value)).join(', ')
}

function shown(fixture: LoadedFixture, value: unknown): string {
  if (Array.isArray(value)) return `[${listed(fixture, value)}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${shown(fixture, field)}`)
    return `{${fields.join(', ')}}`
  }
  if (typeof value !== 'string') return String(value)
  return /^0x[0-9a-f]{40}$/i.test(value) ? labelOf(fixture, value as Hex) : value
}
