import { quantity } from '../../lib/hex.ts'
import type { BlockChoice } from '../upstream/forkUrl.ts'
import { NoCassette } from './cassetteErrors.ts'

/** Whether a path is that of a cassette, and not of a folder of them. */
export function isCassetteFile(path: string): boolean {
  return /\.(?:jsonl|gz)$/.test(path)
}

/**
 * The cassette in a folder that is of a block, as far as its name tells; `undefined` when there is none,
 * or when the block is not fixed and there are several. Offline that throws a `NoCassette`.
 */
export async function findCassette(
  folder: string,
  choice: BlockChoice | undefined,
  chainId: number | undefined,
  isOffline: boolean,
): Promise<string | undefined> {
  const { readdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /^\d+-\d+-[0-9a-f]{8}\.fork\.jsonl(?:\.gz)?$/.test(name),
  )
  const fit = names.filter((name) => fits(name, choice, chainId))
  const isFixed = choice !== undefined && ('hash' in choice || isNumber(choice))
  if (fit.length === 1 && (isFixed || isOffline)) return join(folder, fit[0] as string)
  if (!isOffline) return undefined
  const found = names.length === 0 ? 'no cassette' : names.sort().join(', ')
  throw new NoCassette(
    `the fork is offline, and of ${found} in ${folder} not exactly one fits: name its file, or run once with the URL of the live chain (fork.url, --fork-url)`,
  )
}

function isNumber(choice: BlockChoice): choice is { readonly number: bigint } {
  return 'number' in choice && choice.number >= 0n
}

function fits(name: string, choice: BlockChoice | undefined, chainId: number | undefined): boolean {
  const [chain, number, hash] = name.split(/[-.]/) as [string, string, string]
  if (chainId !== undefined && Number(chain) !== chainId) return false
  if (choice === undefined) return true
  if ('hash' in choice) return choice.hash.slice(2, 10).toLowerCase() === hash
  return !isNumber(choice) || quantity(choice.number) === quantity(Number(number))
}
