import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { GasSample, GasSamples } from './gasSamples.ts'

/** Files of threads of processes, each of which adds lines to its own. */
const isOurs = /^gas-\d+-\d+\.ndjson$/

type Line = GasSample | { readonly hash: Hex; readonly code: Hex }

/** Adds the samples from an index on, and the codes in them, to a file of this thread in the folder. */
export async function writeGas(
  folder: string,
  { codes, samples }: Pick<GasSamples, 'codes' | 'samples'>,
  from: number,
): Promise<void> {
  const added = samples.slice(from)
  const hashes = new Set(added.flatMap((sample) => sample.codes))
  for (const sample of samples.slice(0, from)) for (const hash of sample.codes) hashes.delete(hash)
  const lines: Line[] = [...hashes].map((hash) => ({
    hash,
    code: bytesToHex(codes.get(hash) ?? new Uint8Array()),
  }))
  lines.push(...added)
  await mkdir(folder, { recursive: true })
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await appendFile(join(folder, `gas-${process.pid}-${threadId}.ndjson`), text)
}

/** What all processes have written to a folder; nothing when there is none. A line that is cut off is left out. */
export async function readGas(folder: string): Promise<Pick<GasSamples, 'codes' | 'samples'>> {
  const codes = new Map<Hex, Uint8Array>()
  const samples: GasSample[] = []
  const files = await readdir(folder).catch(() => [])
  for (const file of files.filter((name) => isOurs.test(name)).sort()) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const line of text.split('\n').slice(0, -1)) {
      const read: Line = JSON.parse(line)
      if ('hash' in read) codes.set(read.hash, hexToBytes(read.code))
      else samples.push(read)
    }
  }
  return { codes, samples }
}
