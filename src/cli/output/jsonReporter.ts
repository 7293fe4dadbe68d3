import type { ContentOf, JsonEvent } from '../../files/jsonLines.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Listening } from '../../types/listening.ts'
import type { CommandOptions } from '../flag.ts'
import type { Output } from './output.ts'
import { eventsSoFar } from './scenario.ts'
import { chainsBeside } from './text.ts'

/** Prints a line of JSON for each event, as `jsonLines.ts` defines them. */
export function reportJson(
  output: Output,
  { devnet, listening }: { readonly devnet: PreconfDevnet; readonly listening: Listening },
  { verbose = false, printLogs = true }: CommandOptions,
): void {
  const { url, webSocketUrl, inspectorUrl, ipcPath } = listening
  const { chainId, mnemonic, accounts, forkInfo: fork, warnings } = devnet
  const chains = chainsBeside(devnet, listening)
  const chain = {
    chainId,
    ...(chains.length > 0 && { chains }),
    fork,
    mnemonic,
    accounts,
    ...(warnings.length > 0 && { warnings }),
  }
  line('listening', { url, webSocketUrl, inspectorUrl, ipcPath, ...chain })
  devnet.on(verbose ? 'flashblock' : 'filledFlashblock', (flashblock) => {
    line('flashblock', flashblock)
  })
  devnet.on('blocks', (sealed) =>
    'from' in sealed ? line('blocks', sealed) : line('block', sealed),
  )
  devnet.on('revert', (revert) => line('revert', revert))
  devnet.on('reorg', (reorg) => line('reorg', reorg))
  devnet.on('queued', (queued) => line('queued', queued))
  devnet.on('dropped', (dropped) => line('dropped', dropped))
  if (printLogs) devnet.on('console', (lines) => line('console', { lines }))
  for (const event of eventsSoFar(devnet.scenario)) line('scenario', event)
  devnet.on('scenario', (event) => line('scenario', event))
  devnet.on('refused', (refusal) => line('refused', refusal))
  if (verbose) devnet.on('request', (request) => line('request', request))

  function line<Event extends JsonEvent, Content extends object>(
    event: Event,
    content: ContentOf<Event, Content> & Content,
  ): void {
    output.line(encoded(devnet, event, content))
  }
}

/** Returns the line of an event. */
export function jsonLine<Event extends JsonEvent, Content extends object>(
  devnet: Pick<PreconfDevnet, 'clock'>,
  event: Event,
  content: ContentOf<Event, Content> & Content,
): string {
  return encoded(devnet, event, content)
}

function encoded(
  { clock }: Pick<PreconfDevnet, 'clock'>,
  event: JsonEvent,
  content: object,
): string {
  const time = new Date(clock.now()).toISOString()
  return JSON.stringify({ event, time, ...content }, decimal)
}

function decimal(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
