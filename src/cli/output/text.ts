import type { DevnetWithL1 } from '../../app/createDevnet.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { decimal, thousands } from '../../lib/text.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Listening } from '../../types/listening.ts'
import type { Flag } from '../flag.ts'
import type { TypedValue } from '../readArguments.ts'
import { UsageError } from '../usageErrors.ts'
import type { Output } from './output.ts'

/** A value that yargs takes for something else, or takes quotes from. */
const unusualValue = /^["'-]/

/**
 * The values of flags where all are written by their own names, as in `--port 0 --silent`. `undefined` for
 * anything else, and where there is any doubt: that is for yargs, which takes a tenth of a start to load and
 * to learn all flags.
 */
export function readPlainWords(
  words: readonly string[],
  flags: readonly Flag[],
): ReadonlyMap<string, TypedValue> | undefined {
  const values = new Map<string, TypedValue>()
  for (let at = 0; at < words.length; at++) {
    const flag = flags.find(({ name }) => words[at] === `--${name}`)
    if (flag?.type === 'switch') {
      values.set(flag.name, true)
    } else if (flag !== undefined && flag.type !== 'optional') {
      const value = words[++at]
      if (value === undefined || unusualValue.test(value)) return undefined
      const isList = flag.type === 'list' || flag.type === 'lines'
      values.set(
        flag.name,
        isList ? [values.get(flag.name) ?? [], value].flat().map(String) : value,
      )
    } else {
      return undefined
    }
  }
  return values
}

/** An error about an option, with the option's name as the user has written it. */
export function inWordsOf(writtenAs: ReadonlyMap<string, string>, error: unknown): unknown {
  if (!(error instanceof InvalidOption)) return error
  const message = error.inWordsOf((option) => writtenAs.get(option) ?? option)
  return new UsageError(message, { cause: error })
}

/** Wei as ether, exactly: `0.5`. */
export function ether(wei: bigint): string {
  return decimal(wei, 18)
}

/** Wei per gas for people: `0.875 gwei`, or in wei when that is shorter. */
export function feePerGas(wei: bigint): string {
  return wei < 1_000_000n ? `${wei} wei` : `${decimal(wei, 9)} gwei`
}

/** Milliseconds as `200 ms` or `2 s`. */
export function time(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
}

/** Seconds since 1970 as `2026-11-22T20:15:00Z`; as they are where that is no date. */
export function dateOf(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString().replace('.000Z', 'Z')
}

/** `1 block`, `2 blocks`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The chains that have the same clock as a devnet, and where they are: the L1 first, L2s where it has several. */
export function chainsBeside(
  { l1, l2s }: Pick<PreconfDevnet, 'l1' | 'l2s'>,
  { url }: Pick<Listening, 'url'>,
) {
  const all = Object.entries(l2s)
  if (all.length === 0) return []
  const chains = [['l1', l1 as DevnetWithL1['l1']] as const, ...(all.length > 1 ? all : [])]
  return chains.map(([name, { chainId, forkInfo: fork }]) => ({
    ...{ name, chainId, fork },
    url: `${url}/${name}`,
  }))
}

/** An output whose lines wait for those before them that are still to be found out. */
export interface OrderedOutput extends Output {
  /** The lines are written here, once they are known. */
  later(lines: Promise<readonly string[]>): void
  /** Resolves once the lines up to here are written. */
  written(): Promise<void>
}

/** Keeps the order of lines; while none is waited for, they are written at once. */
export function inOrder(output: Output): OrderedOutput {
  let waiting = 0
  let written = Promise.resolve()

  function write(lines: Promise<readonly string[]>): void {
    waiting++
    written = Promise.all([lines, written]).then(([known]) => {
      waiting--
      for (const line of known) output.line(line)
    })
  }

  return {
    ...output,
    line: (text) => {
      if (waiting === 0) output.line(text)
      else write(Promise.resolve([text ?? '']))
    },
    later: (lines) => write(lines.catch(() => [])),
    written: () => written,
  }
}
