import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extensions } from '../../app/extensions.ts'
import { Devnet } from '../../devnet/devnet.ts'
import { exportChain } from '../../devnet/files/exportChain.ts'
import { warnOfUnclear } from '../../devnet/options/definition.ts'
import { isKept } from '../../devnet/options/layers.ts'
import { readOptions, unclearOptions } from '../../devnet/options/options.ts'
import { networks } from '../../extensions/networks/extension.ts'
import { UnreadableFile } from '../../files/fileErrors.ts'
import { reasonOf } from '../../lib/errors.ts'
import { printWarnings } from '../../lib/warnings.ts'
import { writeAtomically } from '../../lib/writeAtomically.ts'
import type { ExportFormat, ExportRequest } from '../../types/export.ts'
import type { ExportCommand } from '../command.ts'
import { createOutput, printError } from '../output/output.ts'
import { createProgressLine } from '../output/progress.ts'
import { inWordsOf } from '../output/text.ts'
import { UsageError } from '../usageErrors.ts'

/** A `ChainExport` of another process. */
interface AnsweredExport {
  readonly content: AsyncIterable<Uint8Array>
  readonly notes: readonly string[]
}

/** What `preconf_export` should answer. */
interface Answer {
  readonly result?: { readonly content: string; readonly notes: readonly string[] } | undefined
  readonly error?: { readonly message: string } | undefined
}

/** Asks the preconf at a URL to export its chain. Throws an error with a one-line message about the URL. */
async function askForExport(
  url: string,
  format: ExportFormat,
  request: ExportRequest,
): Promise<AnsweredExport> {
  const { result, error } = await answerOf(url, [format, request])
  if (error !== undefined) throw new Error(`${url} answers: ${error.message}`)
  if (typeof result?.content !== 'string') {
    throw new Error(`${url} is not a preconf node: its answer to preconf_export has no content`)
  }
  const compressed = Buffer.from(result.content.slice('0x'.length), 'hex')
  return { content: Readable.from([compressed]).pipe(createGunzip()), notes: result.notes }
}

async function answerOf(url: string, params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'preconf_export', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error) => {
    // The message is only "fetch failed"; the cause says what is wrong.
    throw new Error(`cannot reach ${url}: ${reasonOf(error.cause ?? error)}`, { cause: error })
  })
  try {
    return (await response.json()) as Answer
  } catch (cause) {
    throw new Error(
      `${url} is not a preconf node: it answers with HTTP status ${response.status}`,
      {
        cause,
      },
    )
  }
}

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Writes the content somewhere, and prints the notes. */
type Write = (content: Content, notes: readonly string[]) => Promise<void>

/**
 * Writes a chain to a file or to standard output; notes go to standard error. Rejects with a one-line
 * message when that is not possible.
 */
export async function runExport(command: ExportCommand): Promise<void> {
  const { format = 'anvil', output, url } = command
  if (format === 'rlp' && output === undefined && process.stdout.isTTY) {
    throw new UsageError('blocks in RLP are binary and not printed: give a file with --output')
  }
  const errors = createOutput(process.stderr)
  const write: Write = async (content, notes) => {
    if (output === undefined) await print(content)
    else await writeAtomically(output, content)
    for (const note of notes) errors.line(`note: ${note}`)
    if (output !== undefined) errors.line(`wrote ${output}`)
  }
  const block = blockOf(command)
  if (url === undefined) await writeLoaded(command, { format, block, write })
  else {
    refuseFiles(command)
    const { content, notes } = await askForExport(url, format, { block })
    await write(content, notes)
  }
}

interface Wanted {
  readonly format: ExportFormat
  readonly block: number | undefined
  readonly write: Write
}

/** Loads the chain of the files. It makes no blocks, and the file that it is kept in is not written. */
async function writeLoaded(
  { devnet: options, writtenAs }: ExportCommand,
  { format, block, write }: Wanted,
): Promise<void> {
  const progress = createProgressLine(process.stderr)
  try {
    const settings = await readOptions(options, networks)
    printWarnings((warning) => printError(`Warning: ${warning}`))
    warnOfUnclear(unclearOptions(options), (option) => writtenAs.get(option) ?? option)
    const { state, layers } = settings
    if (state !== undefined && !isKept(layers)) {
      throw new UnreadableFile(state, 'there is no such file')
    }
    const still = { ...settings, mining: 'manual', state: undefined, dumpState: undefined } as const
    const devnet = await Devnet.create(still, printError, {
      extensions,
      onProgress: progress.report,
    })
    progress.end()
    const { content, notes } = await exportChain(devnet, format, { block })
    await write(content, notes)
    await devnet.close()
  } catch (error) {
    progress.end()
    throw inWordsOf(writtenAs, error)
  }
}

function blockOf({ block }: ExportCommand): number | undefined {
  if (typeof block !== 'string') return block
  throw new UsageError(`invalid --block '${block}': give the number of a block`)
}

/** Flags for the start of a chain do not go together with a running one; the environment may set them. */
function refuseFiles({ devnet, writtenAs }: ExportCommand): void {
  for (const [option, written] of writtenAs) {
    if (!(option in devnet) || !written.startsWith('--')) continue
    throw new UsageError(
      `${written} cannot be used with --url, which names a running chain: leave one of them out`,
    )
  }
}

async function print(content: Content): Promise<void> {
  try {
    await pipeline(content, process.stdout, { end: false })
  } catch (error) {
    // A reader that closes the pipe has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
