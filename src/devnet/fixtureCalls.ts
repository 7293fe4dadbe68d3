import { type AbiValueParts, abiValues } from '../files/declared/abiValue.ts'
import type { Field } from '../files/declared/field.ts'
import { type Hex, hexToBytes } from '../lib/hex.ts'
import type { Abi, AbiItem } from '../types/abi.ts'
import type { LoadedContract } from '../types/fixture.ts'
import { AbiError, encodeFunction, encodeParameters, signatureOf } from '../wallet/abi.ts'
import type { FixtureStage } from './fixtureStage.ts'

/** A call as it is sent. */
export interface EncodedCall {
  /** 20 bytes. */
  readonly to: Uint8Array
  readonly data: Uint8Array
  /** Of the contract that is called. */
  readonly abi: Abi
}

/** Turns what is written into data of calls and constructors. */
export class FixtureCalls {
  readonly #stage: Pick<FixtureStage, 'names'>
  readonly #parts: AbiValueParts

  constructor(stage: Pick<FixtureStage, 'names'>) {
    this.#stage = stage
    this.#parts = {
      addressOf: (name) => stage.names.addressOf(name),
      callData: (field) => {
        const { call, args } = field.value as { readonly call: unknown; readonly args?: unknown }
        return this.#data(field.at('call', call), field.at('args', args)).data
      },
    }
  }

  /** `call` is `usdc.mint` or `usdc.mint(address,uint256)`. Throws an `InvalidFixture`. */
  encode(call: Field, args: Field): EncodedCall {
    const { contract, data } = this.#data(call, args)
    return { to: hexToBytes(contract.address), data: hexToBytes(data), abi: contract.abi }
  }

  /** The arguments of a constructor after `initCode`. Throws an `InvalidFixture`. */
  encodeDeploy(initCode: Hex, abi: Abi, args: Field): Uint8Array {
    const inputs = abi.find(({ type }) => type === 'constructor')?.inputs ?? []
    const values = abiValues(args, inputs, this.#parts)
    const encoded = encodable(args, () => encodeParameters(inputs, values))
    return hexToBytes(initCode + encoded.slice(2))
  }

  #data(call: Field, args: Field): { readonly contract: LoadedContract; readonly data: Hex } {
    const [, name, chosen] = /^([^.]+)\.(.+)$/.exec(String(call.value)) ?? []
    if (name === undefined || chosen === undefined) {
      return call.refuse('give the name of a contract and of a function, such as usdc.mint')
    }
    const contract = this.#stage.names.contract(name)
    if (contract === undefined) {
      const names = Object.keys(this.#stage.names.known.contracts).join(', ')
      return call.refuse(
        `there is no contract ${name} by then: ${names === '' ? 'none has a name' : `there are ${names}`}`,
      )
    }
    const item = this.#function(call, args, { abi: contract.abi, chosen })
    const values = abiValues(args, item.inputs ?? [], this.#parts)
    const data = encodable(args, () => encodeFunction([item], item.name ?? '', values))
    return { contract, data }
  }

  /** The function of that name or signature; of several the one with so many parameters. */
  #function(
    call: Field,
    args: Field,
    { abi, chosen }: { readonly abi: Abi; readonly chosen: string },
  ): AbiItem {
    const functions = abi.filter(({ type }) => type === 'function')
    const named = functions.filter(
      (item) => item.name === chosen || signatureOf(item) === chosen.replaceAll(' ', ''),
    )
    const count = Array.isArray(args.value) ? args.value.length : 0
    const fitting =
      named.length > 1 ? named.filter(({ inputs }) => inputs?.length === count) : named
    const [found, other] = fitting
    if (found !== undefined && other === undefined) return found
    const signatures = (named.length > 0 ? named : functions).map((item) => signatureOf(item))
    const problem = named.length > 0 ? 'there are several of the name' : 'there is no such function'
    return call.refuse(`${problem}, give one of ${signatures.join(', ') || 'none'}`)
  }
}

/** An ABI can have types that nobody knows. */
function encodable(args: Field, encode: () => Hex): Hex {
  try {
    return encode()
  } catch (cause) {
    if (!(cause instanceof AbiError)) throw cause
    return args.refuse(cause.message, { cause })
  }
}
