import { createDevnet } from '../createDevnet.ts'
import { InvalidOption, resolveOptions } from '../devnet/options.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import { printBanner } from './banner.ts'
import type { RunCommand } from './command.ts'
import { createOutput } from './output.ts'
import { reportBlock, reportFlashblock } from './reporter.ts'
import { UsageError } from './usageError.ts'

/**
 * Starts a devnet, serves and reports it until the process is told to end.
 * Rejects when it cannot start, with a message of one line.
 */
export async function run(command: RunCommand): Promise<void> {
  const output = createOutput(process.stdout)
  const errors = createOutput(process.stderr)
  let devnet: PreconfDevnet | undefined
  endOnSignals(async () => devnet?.close())

  const settings = namingFlags(command, () => resolveOptions(command.devnet))
  devnet = await createDevnet(command.devnet).catch((error) =>
    namingFlags(command, () => {
      throw error
    }),
  )
  const onError = (error: unknown): void =>
    errors.line(error instanceof Error ? error.stack : String(error))
  devnet.on('error', onError)
  const listening = await devnet.listen(command.listen)
  // Once it serves, a mistake of ours must not take the chain away from those who use it.
  process.on('uncaughtException', onError)

  if (command.silent) return
  printBanner(output, { devnet, settings, listening, profile: command.listen.profile ?? 'devnet' })
  devnet.on('flashblock', (flashblock) => reportFlashblock(output, flashblock))
  devnet.on('block', (block) => reportBlock(output, block))
}

/** Says what is wrong with an option in the word that the user has written. */
function namingFlags<Result>({ writtenAs }: RunCommand, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidOption)) throw error
    const written = writtenAs.get(error.option) ?? error.option
    throw new UsageError(error.message.replace(error.option, written), { cause: error })
  }
}

/** Open requests get this long to end. */
const longestCloseMs = 900
/** npm passes on a Ctrl-C that the terminal has sent already: the second of the two is no second wish. */
const sameWishMs = 200

/** At a signal, closes and ends with exit code 0; at a further one, ends at once. */
function endOnSignals(close: () => Promise<void>): void {
  let isEnding = false
  let isPatient = true
  const end = (): void => {
    if (isEnding) {
      if (!isPatient) process.exit(130)
      return
    }
    isEnding = true
    setTimeout(() => {
      isPatient = false
    }, sameWishMs).unref()
    setTimeout(() => process.exit(0), longestCloseMs).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(0),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}
