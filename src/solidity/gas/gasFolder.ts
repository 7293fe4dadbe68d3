import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { readLines, ThreadFile } from '../threadFiles.ts'
import type { GasSample, GasSamples } from './gasSamples.ts'

type Line = GasSample | { readonly hash: Hex; readonly code: Hex }

/** Keeps samples in a folder, where other processes leave theirs too. */
export class GasFile {
  readonly #file: ThreadFile
  readonly #hashes = new Set<Hex>()
  #written = 0

  constructor(folder: string, onError: (error: unknown) => void) {
    this.#file = new ThreadFile(folder, 'gas', onError)
  }

  /** Adds the samples that are new, and the codes in them. */
  add({ codes, samples }: Pick<GasSamples, 'codes' | 'samples'>): void {
    const added = samples.slice(this.#written)
    if (added.length === 0) return
    this.#written = samples.length
    const lines = added.flatMap((sample): readonly Line[] => {
      const hashes = sample.codes.filter((hash) => !this.#hashes.has(hash))
      for (const hash of hashes) this.#hashes.add(hash)
      const met = hashes.map((hash) => ({ hash, code: bytesToHex(codes.get(hash) ?? noCode) }))
      return [...met, sample]
    })
    this.#file.add(lines)
  }
}

const noCode = new Uint8Array()

/** What all processes have left in a folder; nothing when there is none. */
export async function readGas(folder: string): Promise<Pick<GasSamples, 'codes' | 'samples'>> {
  const codes = new Map<Hex, Uint8Array>()
  const samples: GasSample[] = []
  for (const line of await readLines<Line>(folder, 'gas')) {
    if ('hash' in line) codes.set(line.hash, hexToBytes(line.code))
    else samples.push(line)
  }
  return { codes, samples }
}
