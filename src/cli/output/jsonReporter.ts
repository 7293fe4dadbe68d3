import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Listening } from '../../types/listening.ts'
import type { CommandOptions } from '../flag.ts'
import type { Output } from './output.ts'
import { eventsSoFar } from './scenario.ts'

/**
 * Prints a line of JSON for each event: that it listens, flashblocks, blocks (many empty ones at once), reverts, reorgs,
 * transactions after a nonce gap, dropped transactions, output of `console.log` in calls, steps of scenarios, refused
 * requests, and all requests if asked for. Whole numbers of the chain are decimal strings.
 */
export function reportJson(
  output: Output,
  { devnet, listening }: { readonly devnet: PreconfDevnet; readonly listening: Listening },
  { verbose = false, printLogs = true }: CommandOptions,
): void {
  const { url, webSocketUrl, inspectorUrl, ipcPath } = listening
  const { chainId, mnemonic, accounts, forkInfo: fork, warnings } = devnet
  const chain = { chainId, fork, mnemonic, accounts, ...(warnings.length > 0 && { warnings }) }
  line('listening', { url, webSocketUrl, inspectorUrl, ipcPath, ...chain })
  devnet.on(verbose ? 'flashblock' : 'filledFlashblock', (flashblock) => {
    line('flashblock', flashblock)
  })
  devnet.on('blocks', (sealed) => line('from' in sealed ? 'blocks' : 'block', sealed))
  devnet.on('revert', (revert) => line('revert', revert))
  devnet.on('reorg', (reorg) => line('reorg', reorg))
  devnet.on('queued', (queued) => line('queued', queued))
  devnet.on('dropped', (dropped) => line('dropped', dropped))
  if (printLogs) devnet.on('console', (lines) => line('console', { lines }))
  for (const event of eventsSoFar(devnet.scenario)) line('scenario', event)
  devnet.on('scenario', (event) => line('scenario', event))
  devnet.on('refused', (refusal) => line('refused', refusal))
  if (verbose) devnet.on('request', (request) => line('request', request))

  function line(event: string, content: object): void {
    const time = new Date(devnet.clock.now()).toISOString()
    output.line(JSON.stringify({ event, time, ...content }, decimal))
  }
}

function decimal(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
