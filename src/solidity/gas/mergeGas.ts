import { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { readGas } from './gasFolder.ts'
import { type ContractSamples, samplesByContract } from './samplesByContract.ts'

/**
 * What contracts have cost in all processes that have left it in a folder, known by artifacts at some
 * paths or of the project; nothing when no process has.
 */
export async function mergeGas(
  folder: string,
  artifacts: readonly string[] | undefined,
): Promise<ReadonlyMap<string, ContractSamples> | undefined> {
  const samples = await readGas(folder)
  if (samples.samples.length === 0) return undefined
  const index = new ArtifactIndex({ paths: artifacts, realMs: () => 0, onWarning: console.error })
  await index.refresh()
  return samplesByContract(samples, index)
}
