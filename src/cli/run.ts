import { createDevnet } from '../createDevnet.ts'
import { InvalidOption, resolveOptions } from '../devnet/options.ts'
import { printBanner } from './banner.ts'
import type { RunCommand } from './command.ts'
import { endOnSignals } from './endOnSignals.ts'
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
  const settings = namingFlags(command, () => resolveOptions(command.devnet))
  const devnet = await createDevnet(command.devnet).catch((error) =>
    namingFlags(command, () => {
      throw error
    }),
  )
  endOnSignals(() => devnet.close())
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
