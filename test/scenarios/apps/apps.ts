import { type Address, custom, http, type Transport } from 'viem'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { type App, clientOf, type World } from './chain.ts'
import { dayInAMinute } from './dayInAMinute.ts'
import { depeg } from './depeg.ts'
import { feeSpike } from './feeSpike.ts'
import { l1Fees } from './l1Fees.ts'
import { mintRush } from './mintRush.ts'
import { oracleStale } from './oracleStale.ts'
import { outage } from './outage.ts'
import { reorg } from './reorg.ts'
import { sandwich } from './sandwich.ts'
import { stuck } from './stuck.ts'

/** An app with what it needs besides its scenario. */
interface Entry {
  readonly app: App
  readonly options?: DevnetOptions
  /** Which account is its user's. */
  readonly user?: number
}

/** The apps by the names of their scenarios. */
export const apps: Readonly<Record<string, Entry>> = {
  'day-in-a-minute': { app: dayInAMinute },
  depeg: { app: depeg, user: 1 },
  'fee-spike': { app: feeSpike },
  'l1-fees': { app: l1Fees, options: { network: 'base' } },
  'mint-rush': { app: mintRush, user: 1 },
  'oracle-stale': { app: oracleStale },
  outage: { app: outage },
  reorg: { app: reorg },
  sandwich: { app: sandwich, user: 1 },
  stuck: { app: stuck },
}

export const kinds = ['careless', 'careful'] as const

/** Each way in which an app reaches the chain. */
export const transports: Readonly<Record<string, (devnet: PreconfDevnet) => Promise<Transport>>> = {
  'in process': async ({ provider }) => custom(provider, { retryCount: 0 }),
  'over HTTP': async (devnet) => http((await devnet.listen({ port: 0 })).url, { retryCount: 0 }),
}

/** Plays a scenario while its app is used. Says whether the user got what they wanted. */
export async function use(
  {
    name,
    file,
    kind,
    transport,
  }: {
    readonly name: string
    readonly file: string
    readonly kind: keyof App
    readonly transport: string
  },
  devnet: PreconfDevnet,
): Promise<boolean> {
  const { app, user = 0 } = apps[name] as Entry
  const play = await devnet.play(file)
  const account = devnet.accounts[user]?.address as Address
  const contracts = Object.fromEntries(
    Object.entries(devnet.fixture.contracts).map(([each, { address }]) => [each, address]),
  )
  const connected = await transports[transport]?.(devnet)
  const client = clientOf(connected as Transport, devnet.viemChain, account)
  const world: World = { client, contracts, wait: (ms) => devnet.clock.advance(ms) }
  const isContent = await app[kind](world)
  if (play.status === 'failed') await play.ended
  await play.stop()
  return isContent
}
