import { unclearInListen } from '../app/listenOptions.ts'
import { type ObservedDevnet, startDevnet } from '../app/startDevnet.ts'
import { warnOfUnclear } from '../devnet/options/definition.ts'
import { readOptions, type Settings, unclearOptions } from '../devnet/options/options.ts'
import { networks } from '../extensions/networks/extension.ts'
import { printWarnings, warnOnce } from '../lib/warnings.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { RunCommand } from './command.ts'
import { endOnSignals } from './endOnSignals.ts'
import { type ChainHead, printBanner } from './output/banner.ts'
import { createOutput, type Output } from './output/output.ts'
import { createProgressLine, tellForkWait } from './output/progress.ts'
import { report } from './output/report.ts'
import { inWordsOf } from './output/text.ts'

/**
 * Starts a devnet, serves it and reports what happens until a signal ends the process. Rejects with a one-line message
 * when it cannot start.
 */
export async function run(command: RunCommand): Promise<void> {
  await start(command).catch((error) => {
    throw inWordsOf(command.writtenAs, error)
  })
}

async function start(command: RunCommand): Promise<void> {
  const json = command.json ? await import('./output/jsonReporter.ts') : undefined
  const leftOutLine =
    json && ((count: number) => json.jsonLine(observed.devnet, 'leftOut', { count }))
  const output = createOutput(process.stdout, leftOutLine)
  const errors = createOutput(process.stderr)
  printWarnings((warning) => {
    if (!command.silent) errors.line(`Warning: ${warning}`)
  })
  const settings = await readOptions(command.devnet, networks)
  const nameOf = (option: string): string => command.writtenAs.get(option) ?? option
  warnOfUnclear([...unclearOptions(command.devnet), ...unclearInListen(command.listen)], nameOf)
  const observed = await create(settings, errors, command.silent)
  const { devnet } = observed
  const writes = settings.state !== undefined || settings.dumpState !== undefined
  let written: (() => Promise<void>) | undefined
  const end = async (): Promise<void> => {
    await written?.()
    const hasGas = settings.gasReport !== false
    if (json !== undefined && !command.silent) {
      const gas = hasGas && { gasReport: { ...(await devnet.gasReport()) } }
      output.line(json.jsonLine(devnet, 'closing', { ...gas }))
    } else if (hasGas && !command.silent) await printGas(devnet, output)
    await devnet.close()
  }
  endOnSignals(end, writes || settings.gasReport !== false)
  const onError = (error: unknown): void =>
    errors.line(error instanceof Error ? error.stack : String(error))
  devnet.on('error', onError)
  const listening = await devnet.listen(command.listen)
  if (command.accountKeys !== undefined) {
    const { writeAccountKeys } = await import('./config.ts')
    await writeAccountKeys(command.accountKeys, devnet)
  }
  if (command.configOut !== undefined) {
    const { writeConfig } = await import('./config.ts')
    await writeConfig(command.configOut, { devnet, settings, listening })
  }
  // Once it serves, an internal error must not end the chain of its users.
  process.on('uncaughtException', onError)

  if (command.silent) return
  for (const warning of devnet.warnings) warnOnce(warning, warning)
  // What `anvil_setLoggingEnabled` has switched off is not printed.
  const logged: Output = {
    ...output,
    line: (text) => {
      if (devnet.isLogging) output.line(text)
    },
  }
  const isFresh = Object.values(settings.layers).every((layer) => layer === undefined)
  const isWhole = isFresh && settings.fork === undefined
  const head = isWhole ? undefined : await headOf(devnet)
  const { profile = 'devnet' } = command.listen
  if (json !== undefined) {
    json.reportJson(logged, { devnet, listening }, command)
    return
  }
  // Before the banner, which clients wait for.
  const traced = { ...command, printTraces: settings.printTraces }
  const reported = await report(logged, observed, traced)
  written = reported.written
  const fork = devnet.forkInfo
  printBanner(output, { devnet, settings, listening, profile, head, fork })
  reported.tellScenario()
  const { stdin, stdout } = process
  if (command.keys !== false && stdin.isTTY && stdout.isTTY) {
    const { listenToKeys } = await import('./keys.ts')
    listenToKeys(stdin, { devnet, listening, line: output.line })
  }
}

/** Running a file of blocks, and a live chain, may take long: unless silent, it says so. */
async function create(settings: Settings, errors: Output, silent = false): Promise<ObservedDevnet> {
  const progress = createProgressLine(process.stdout)
  const endWait = silent ? undefined : tellForkWait(settings, errors)
  const onProgress = silent ? undefined : progress.report
  try {
    return await startDevnet(settings, onProgress)
  } finally {
    progress.end()
    endWait?.()
  }
}

/** Behind all lines before it. */
async function printGas(devnet: PreconfDevnet, output: Output): Promise<void> {
  const { gasTable } = await import('../extensions/solidity/gas/gasReport.ts')
  output.line(gasTable(await devnet.gasReport()))
}

async function headOf({ provider }: PreconfDevnet): Promise<ChainHead> {
  const params = ['latest', false]
  const block = await provider.request({ method: 'eth_getBlockByNumber', params })
  const { number, hash, gasLimit, baseFeePerGas } = block
  return {
    number: BigInt(number),
    hash,
    gasLimit: BigInt(gasLimit),
    baseFee: baseFeePerGas === undefined ? undefined : BigInt(baseFeePerGas),
  }
}
