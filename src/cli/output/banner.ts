import { toChecksumAddress } from '@ethereumjs/util'
import { defaultMnemonic } from '../../devnet/options/accountOptions.ts'
import type { Settings } from '../../devnet/options/options.ts'
import { isOfTraffic } from '../../extensions/traffic/extension.ts'
import { thousands } from '../../lib/text.ts'
import { version } from '../../lib/version.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { ForkInfo } from '../../types/fork.ts'
import type { Listening, Profile } from '../../types/listening.ts'
import type { Output } from './output.ts'
import { chainsBeside, ether, feePerGas, time } from './text.ts'

/** The newest block of a chain that was imported. */
export interface ChainHead {
  readonly number: bigint
  readonly hash: string
  readonly gasLimit: bigint
  /** Wei per gas; `undefined` before London. */
  readonly baseFee: bigint | undefined
}

/** What the banner shows. */
export interface Started {
  readonly devnet: PreconfDevnet
  readonly settings: Settings
  readonly listening: Listening
  readonly profile: Profile
  /** `undefined` on a new chain. */
  readonly head?: ChainHead | undefined
  /** `undefined` on a chain of its own. */
  readonly fork?: ForkInfo | undefined
}

/** Prints what users need to start: endpoints, accounts and keys, the chain, its cadence. */
export function printBanner(output: Output, started: Started): void {
  const { devnet, settings, listening, profile, head, fork } = started
  const { url, webSocketUrl, inspectorUrl, ipcPath } = listening
  output.line(output.style('bold', `preconf ${version}`))
  section('Accounts', accountsNote(started))
  devnet.accounts.forEach(({ address }, index) => {
    output.line(`(${index}) ${toChecksumAddress(address)}`)
  })
  section('Private keys', 'publicly known, for development only', devnet.mnemonic)
  devnet.accounts.forEach(({ privateKey }, index) => {
    output.line(`(${index}) ${privateKey}`)
  })
  section('Chain')
  rows([
    ['Mnemonic', devnet.mnemonic],
    ['Derivation', `${settings.derivationPath}index`],
    ['Chain id', String(devnet.chainId)],
    ...(fork === undefined ? [] : forkRows(fork)),
    ...(head === undefined ? freshRows(settings) : headRows(head)),
    ['Cadence', cadence(settings)],
    ...trafficRows(settings),
  ])
  const { labels } = devnet.fixture
  const named = Object.entries(labels)
    .filter(([address, name]) => !isOfTraffic(name) && !isOfSystem(address, name))
    .map(([address, name]) => [name, toChecksumAddress(address)] as const)
  if (named.length > 0) {
    section('Fixture')
    rows(named)
  }
  section('Endpoints')
  rows([
    ['HTTP', profile === 'devnet' ? url : `${url} (methods of ${profile})`],
    ['WebSocket', webSocketUrl],
    ...(ipcPath === undefined ? [] : [['IPC', ipcPath] as const]),
    ...(inspectorUrl === undefined ? [] : [['Inspector', `${inspectorUrl} in a browser`] as const]),
    ['Public', `${url}/public`],
    ['Dedicated', `${url}/dedicated`],
    ...besideRows(started),
    ['Isolated', `${url}/1, /2, … each a separate chain`],
  ])
  output.line()
  // Anvil's line, for which tools that start test nodes wait.
  output.line(`Listening on ${authority(url)}`)

  function section(title: string, note?: string, mnemonic?: string): void {
    const isShown = note !== undefined && (mnemonic === undefined || mnemonic === defaultMnemonic)
    output.line()
    output.line(
      output.style(['bold', 'cyan'], title) + (isShown ? output.style('dim', ` (${note})`) : ''),
    )
  }

  function rows(pairs: readonly Row[]): void {
    for (const [name, value] of pairs) output.line(`${name.padEnd(11)} ${value}`)
  }
}

/** Whether an address is one that chains of the OP stack use themselves, under labels that the bridge has given. */
function isOfSystem(address: string, name: string): boolean {
  return name.endsWith(' (alias)') || /^0x(?:42000000000000000000|deaddeaddead)/.test(address)
}

function accountsNote({ head, fork, settings }: Started): string {
  if (fork !== undefined && settings.fork?.fundsAccounts === false) return 'as on the live chain'
  if (fork !== undefined) return balances(settings)
  return head ? 'with what the files give them' : balances(settings)
}

type Row = readonly [name: string, value: string]

function balances({ balance, fundAccounts }: Settings): string {
  const all = `${ether(balance)} ETH each`
  return fundAccounts.length === 0 ? all : `${all}, except as set by --fund-accounts`
}

function freshRows({ hardfork, gasLimit, baseFee }: Settings): readonly Row[] {
  return [
    ['Hardfork', hardfork],
    ['Gas limit', thousands(gasLimit)],
    ['Base fee', feePerGas(baseFee)],
  ]
}

/** What to give to begin from the same block again. */
function forkRows(fork: ForkInfo): readonly Row[] {
  const { chainId, blockNumber, blockHash, upstreams, rules, whyNotVerified } = fork
  const from = upstreams.length === 0 ? 'its cassette' : upstreams.join(', ')
  return [
    ['Fork', `chain ${chainId} from ${from}`],
    ['Fork block', `${blockNumber} ${blockHash} (--fork-block-number ${blockNumber})`],
    ...(whyNotVerified === undefined ? [] : [['Not proven', whyNotVerified] as const]),
    ...(rules === 'latest'
      ? [['Hardfork', 'not known of this chain: the latest; --hardfork gives another'] as const]
      : []),
    ...(rules === 'header'
      ? [['Hardfork', "assumed by the fork block's header; --hardfork gives another"] as const]
      : []),
  ]
}

function headRows({ number, hash, gasLimit, baseFee }: ChainHead): readonly Row[] {
  return [
    ['Head', `block ${number} ${hash}`],
    ['Gas limit', thousands(gasLimit)],
    ['Base fee', baseFee === undefined ? 'none before London' : feePerGas(baseFee)],
  ]
}

function trafficRows({ traffic }: Settings): readonly Row[] {
  if (traffic === undefined) return []
  const words = typeof traffic === 'string' ? traffic : (traffic.preset ?? 'as configured')
  return [['Traffic', `${words}; --verbose prints the transactions of strangers`]]
}

/** When blocks are made, in words. */
export function cadence({ mining, blockMs, flashblockMs, clock }: Settings): string {
  const byHand = clock === 'manual' ? ', by the manual clock' : ''
  switch (mining) {
    case 'flashblocks':
      return `a flashblock every ${time(flashblockMs)}, a sealed block every ${time(blockMs)}${byHand}`
    case 'interval':
      return `a sealed block every ${time(blockMs)}${byHand}`
    case 'mixed':
      return `a sealed block for each transaction, and every ${time(blockMs)}${byHand}`
    case 'auto':
      return 'a sealed block for each transaction'
    case 'manual':
      return 'blocks on request only (evm_mine)'
  }
}

function authority(url: string): string {
  return url.slice(url.indexOf('//') + 2)
}

/** The chains that have the same clock, at their paths. */
function besideRows({ devnet, listening }: Started): readonly Row[] {
  return chainsBeside(devnet, listening).map(({ name, chainId, url, fork }, index) => {
    // Behind the L1 is the first L2.
    const also = index === 1 ? ', also at /' : ''
    if (fork !== undefined) {
      const from = fork.upstreams.join(', ') || 'its cassette'
      return ['L1', `${url} (chain ${chainId} from ${from}, after block ${fork.blockNumber})`]
    }
    return [name === 'l1' ? 'L1' : name, `${url} (chain ${chainId}${also})`]
  })
}
