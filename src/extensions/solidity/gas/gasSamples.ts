import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { readLines, ThreadFile } from '../threadFiles.ts'

/** A transaction or a call that succeeded. */
export interface GasSample {
  /** Hashes of the codes that ran: the contract's comes last, those of proxies before it. Of a creation: of the init code, then of the code that it left. */
  readonly codes: readonly Hex[]
  /** Eight hex digits after 0x, fewer when there were not as many; none: a creation. */
  readonly selector: string | undefined
  readonly gas: number
  /** The part of that gas that was due before any code ran. */
  readonly intrinsic: number
  /** Whether it was a call, which changes nothing. */
  readonly isRead?: boolean | undefined
}

/** The maximum number of samples, which bounds memory to some 100 MB. */
const maxSamples = 1_000_000

/** Samples, and the codes in them, each once. */
export class GasSamples {
  readonly codes = new Map<Hex, Uint8Array>()
  readonly samples: GasSample[] = []
  readonly #hashes = new WeakMap<Uint8Array, Hex>()

  add(codes: readonly Uint8Array[], sample: Omit<GasSample, 'codes'>): void {
    if (this.samples.length >= maxSamples) return
    this.samples.push({ codes: codes.map((code) => this.#keep(code)), ...sample })
  }

  /** Codes of the state are the same objects each time. */
  #keep(code: Uint8Array): Hex {
    const known = this.#hashes.get(code)
    if (known !== undefined) return known
    const hash = bytesToHex(keccak256(code))
    this.#hashes.set(code, hash)
    if (!this.codes.has(hash)) this.codes.set(hash, code)
    return hash
  }
}

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
