import { toChecksumAddress } from '@ethereumjs/util'
import { defaultMnemonic, type Settings } from '../devnet/options.ts'
import { version } from '../lib/version.ts'
import type { Listening, PreconfDevnet, Profile } from '../types/devnet.ts'
import type { Output } from './output.ts'
import { ether, feePerGas, thousands, time } from './units.ts'

/** What the banner tells of. */
export interface Started {
  readonly devnet: PreconfDevnet
  readonly settings: Settings
  readonly listening: Listening
  readonly profile: Profile
}

/** Prints all that one needs to begin: endpoints, accounts and keys, the chain, its cadence. */
export function printBanner(output: Output, started: Started): void {
  const { devnet, settings, listening, profile } = started
  const { url, webSocketUrl } = listening
  output.line(output.style('bold', `preconf ${version}`))
  section('Accounts', `${ether(settings.balance)} ETH each`)
  devnet.accounts.forEach(({ address }, index) => {
    output.line(`(${index}) ${toChecksumAddress(address)}`)
  })
  section('Private keys', 'for development only: everybody knows them', settings.mnemonic)
  devnet.accounts.forEach(({ privateKey }, index) => {
    output.line(`(${index}) ${privateKey}`)
  })
  section('Chain')
  rows([
    ['Mnemonic', settings.mnemonic],
    ['Derivation', "m/44'/60'/0'/0/index"],
    ['Chain id', String(settings.chainId)],
    ['Hardfork', settings.hardfork],
    ['Gas limit', thousands(settings.gasLimit)],
    ['Base fee', feePerGas(settings.baseFee)],
    ['Cadence', cadence(settings)],
  ])
  section('Endpoints')
  rows([
    ['HTTP', profile === 'devnet' ? url : `${url} (methods of ${profile})`],
    ['WebSocket', webSocketUrl],
    ['Public', `${url}/public`],
    ['Dedicated', `${url}/dedicated`],
  ])
  output.line()
  // In the words of anvil, for which the starters of test nodes wait.
  output.line(`Listening on ${authority(url)}`)

  function section(title: string, note?: string, mnemonic?: string): void {
    const isShown = note !== undefined && (mnemonic === undefined || mnemonic === defaultMnemonic)
    output.line()
    output.line(
      output.style(['bold', 'cyan'], title) + (isShown ? output.style('dim', ` (${note})`) : ''),
    )
  }

  function rows(pairs: readonly (readonly [string, string])[]): void {
    for (const [name, value] of pairs) output.line(`${name.padEnd(12)}${value}`)
  }
}

/** When blocks are made, in words. */
export function cadence({ mining, blockMs, flashblockMs, clock }: Settings): string {
  const byHand = clock === 'manual' ? ', by a clock that is moved by hand' : ''
  switch (mining) {
    case 'flashblocks':
      return `a flashblock every ${time(flashblockMs)}, a sealed block every ${time(blockMs)}${byHand}`
    case 'interval':
      return `a sealed block every ${time(blockMs)}${byHand}`
    case 'auto':
      return 'a sealed block for each transaction'
    case 'manual':
      return 'blocks on request only (evm_mine)'
  }
}

function authority(url: string): string {
  return url.slice(url.indexOf('//') + 2)
}
