import { bytesToHex } from '../../lib/hex.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { Abi, ContractDescription } from '../../types/solidity/contract.ts'

import type { StateTree } from '../../types/state.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/contractCode.ts'
import { decodeSourceMap } from '../sourceMaps.ts'
import { proxyAt } from './proxy.ts'

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
