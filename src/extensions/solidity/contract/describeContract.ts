import { bytesToHex } from '../../../lib/hex.ts'
import { StateMiss } from '../../../state/stateMiss.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type { Abi, ContractDescription, NamedCall } from '../../../types/solidity/contract.ts'
import type { StateTree } from '../../../types/state.ts'
import { plainSignature } from '../../../wallet/selector.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/contractCode.ts'
import { decodeSourceMap } from '../sourceMaps.ts'
import { abiLookup, withoutFunction } from '../trace/abiLookup.ts'
import { codesAt, proxyAt } from './proxy.ts'

/** What is known of the code at an address; nothing where there is none. */
export async function describeContract(
  state: StateTree,
  address: Uint8Array,
  index: Pick<ArtifactIndex, 'byCode'>,
  fixture: LoadedFixture,
): Promise<ContractDescription | undefined> {
  const code = state.code(address)
  if (code.length === 0) return undefined
  const key = bytesToHex(address)
  const compiled = index.byCode(code)
  return {
    address: key,
    codeSize: code.length,
    ...(compiled
      ? {
          name: compiled.name,
          sourceName: compiled.sourceName,
          compiler: await compiled.compilation.compiler(),
          abi: compiled.abi,
          sources: await sourcesOf(compiled),
        }
      : fixtureContract(key, fixture)),
    proxy: proxyAt(state, address, code),
  }
}

/** A fixture may have brought an ABI without any source. */
function fixtureContract(
  address: string,
  { contracts }: LoadedFixture,
): { readonly name?: string; readonly abi?: Abi } {
  const found = Object.entries(contracts).find(([, contract]) => contract.address === address)
  return found === undefined ? {} : { name: found[0], abi: found[1].abi }
}

async function sourcesOf({
  code,
  compilation,
  sourceName,
}: CompiledContract): Promise<Readonly<Record<string, string>> | undefined> {
  const map = (await code?.sourceMap()) ?? ''
  const ids = new Set(decodeSourceMap(map).map(({ source }) => source))
  const texts: [name: string, text: string][] = []
  for (const [id, { name, text }] of compilation.sources) {
    if (!ids.has(id) && name !== sourceName) continue
    const content = await text()
    if (content === undefined) continue
    if (name === sourceName) texts.unshift([name, content])
    else texts.push([name, content])
  }
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}

/** Bytes of a selector. */
const selectorBytes = 4

/** The constructor of a contract that declares none. */
const noItem = { type: 'constructor' }

interface PlainCall {
  /** `undefined` for a creation. */
  readonly to: Uint8Array | undefined
  readonly data: Uint8Array
  /** What it reverted with. */
  readonly reverted: Uint8Array | undefined
}

/** Names what transactions call or create by the code that runs. Makes no request to a live chain. */
export class CallNames {
  readonly #index: Pick<ArtifactIndex, 'byCode' | 'byInitCode'>
  readonly #fixture: LoadedFixture
  /** The contracts by code that was hashed before. */
  readonly #byCode = new Map<Uint8Array, CompiledContract | undefined>()

  constructor(index: Pick<ArtifactIndex, 'byCode' | 'byInitCode'>, fixture: LoadedFixture) {
    this.#index = index
    this.#fixture = fixture
  }

  /** `undefined` for a contract that is not known. */
  of(state: StateTree, call: PlainCall): NamedCall | undefined {
    if (call.to === undefined) return this.#created(call)
    try {
      return this.#called(state, call.to, call)
    } catch (error) {
      if (error instanceof StateMiss) return undefined
      throw error
    }
  }

  #created({ data, reverted }: PlainCall): NamedCall | undefined {
    const compiled = this.#index.byInitCode(data)
    if (compiled === undefined) return undefined
    const { name: contract, abi } = compiled
    const item = abi.find(({ type }) => type === 'constructor')
    const signature = `constructor${plainSignature(item ?? noItem)}`
    return { contract, signature, ...errorOf(abi, reverted) }
  }

  #called(state: StateTree, to: Uint8Array, { data, reverted }: PlainCall): NamedCall | undefined {
    const selector = selectorOf(data)
    let named: NamedCall | undefined
    for (const { address, code } of codesAt(state, to)) {
      const { name: contract, abi = [] } = this.#contractAt(address, code)
      if (contract === undefined) continue
      const item = abiLookup(abi).functions.get(selector)
      const unnamed = selector === '' ? `${withoutFunction(data.length > 0, abi)}()` : null
      const signature = item === undefined ? unnamed : plainSignature(item)
      named = { contract, signature, ...errorOf(abi, reverted) }
      if (item !== undefined) break
    }
    return named
  }

  #contractAt(
    address: Uint8Array,
    code: Uint8Array,
  ): Partial<Pick<CompiledContract, 'name' | 'abi'>> {
    if (!this.#byCode.has(code)) this.#byCode.set(code, this.#index.byCode(code))
    return this.#byCode.get(code) ?? fixtureContract(bytesToHex(address), this.#fixture)
  }
}

/** Empty for data that have none. */
function selectorOf(data: Uint8Array): string {
  return data.length < selectorBytes ? '' : bytesToHex(data.subarray(0, selectorBytes))
}

function errorOf(abi: Abi, reverted: Uint8Array | undefined): Pick<NamedCall, 'error'> {
  const item = reverted && abiLookup(abi).errors.get(selectorOf(reverted))
  return item === undefined ? {} : { error: plainSignature(item) }
}
